import { createHash, createSign, generateKeyPairSync, randomBytes, type webcrypto } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type {
  PasskeyCreation,
  PasskeyRegistration,
  PasskeyRequest,
  PasskeySignature,
} from '#domain/auth/second-factor';

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();
const bytesOf = (text = ''): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'base64url'));

/** Flags of authenticator data: user present, user verified, credential data attached (WebAuthn level 3, 6.1). */
const flags = { present: 1, verified: 4, credential: 64 };

/** An authenticator with one key, as a browser at this origin uses it. */
export class VirtualAuthenticator {
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private readonly id = randomBytes(16);
  private userHandle?: string;
  /** The number of signatures. */
  counter = 0;

  constructor(
    private readonly origin: string,
    private readonly isVerifying = true,
  ) {}

  private clientData(type: string, challenge: string): string {
    const data = { type, challenge, origin: this.origin, crossOrigin: false };
    return Buffer.from(JSON.stringify(data)).toString('base64url');
  }

  private authenticatorData(extra: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const shown = flags.present | (this.isVerifying ? flags.verified : 0) | extra;
    return Buffer.concat([sha256(new URL(this.origin).hostname), Buffer.from([shown]), counter]);
  }

  /** Answers a challenge to add its key to an account. */
  register({ challenge, user }: PasskeyCreation): PasskeyRegistration {
    const { x, y } = this.keys.publicKey.export({ format: 'jwk' }) as webcrypto.JsonWebKey;
    const key = new Map<number, number | Uint8Array>([
      [1, 2] as const,
      [3, -7] as const,
      [-1, 1] as const,
      [-2, bytesOf(x)] as const,
      [-3, bytesOf(y)] as const,
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const authData = Buffer.concat([
      this.authenticatorData(flags.credential),
      Buffer.alloc(16),
      length,
      this.id,
      Buffer.from(isoCBOR.encode(key as never)),
    ]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ]);
    this.userHandle = user.id;
    const id = this.id.toString('base64url');
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: this.clientData('webauthn.create', challenge),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** Signs a challenge. */
  sign({ challenge }: PasskeyRequest): PasskeySignature {
    this.counter++;
    const authenticatorData = this.authenticatorData(0);
    const clientDataJSON = this.clientData('webauthn.get', challenge);
    const signed = Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    const id = this.id.toString('base64url');
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON,
        authenticatorData: authenticatorData.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(this.keys.privateKey).toString('base64url'),
        ...(this.userHandle && { userHandle: this.userHandle }),
      },
    };
  }
}
