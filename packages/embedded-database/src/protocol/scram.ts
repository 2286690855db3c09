import { createHash, createHmac, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** An account that clients can authenticate with. */
export interface Account {
  user: string;
  /** Printable ASCII, which every driver encodes in the same way. */
  password: string;
}

/** The stored keys that verify an account's password, which cannot be derived from them (RFC 5802, section 3). */
export interface Verifier {
  user: string;
  salt: Uint8Array;
  iterations: number;
  storedKey: Uint8Array;
  serverKey: Uint8Array;
}

/** MongoDB's default. */
const ITERATIONS = 15_000;
const KEY_BYTES = 32;
const SALT_BYTES = 28;

const hmac = (key: Uint8Array, text: string) => createHmac('sha256', key).update(text).digest();
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const derive = promisify(pbkdf2);

export async function verifierOf({ user, password }: Account): Promise<Verifier> {
  const salt = randomBytes(SALT_BYTES);
  const salted = await derive(password, salt, ITERATIONS, KEY_BYTES, 'sha256');
  return {
    user,
    salt,
    iterations: ITERATIONS,
    storedKey: hash(hmac(salted, 'Client Key')),
    serverKey: hmac(salted, 'Server Key'),
  };
}

/** The verifier of an unknown account, so that clients cannot find out which accounts exist. */
export const decoyFor = (user: string, secret: Uint8Array): Verifier => ({
  user,
  salt: hmac(secret, user).subarray(0, SALT_BYTES),
  iterations: ITERATIONS,
  storedKey: randomBytes(KEY_BYTES),
  serverKey: randomBytes(KEY_BYTES),
});

/** The server's side of one SCRAM-SHA-256 exchange: RFC 5802, RFC 7677. */
export class ScramExchange {
  private readonly verifier: Verifier;
  private readonly header: string;
  private readonly nonce: string;
  private readonly bare: string;
  /** The server's first message. */
  readonly challenge: string;

  private constructor([, header, bare, user, nonce]: RegExpExecArray, find: (user: string) => Verifier) {
    this.header = header!;
    this.bare = bare!;
    this.verifier = find(user!.replaceAll('=2C', ',').replaceAll('=3D', '='));
    this.nonce = nonce! + randomBytes(24).toString('base64');
    const { salt, iterations } = this.verifier;
    this.challenge = `r=${this.nonce},s=${Buffer.from(salt).toString('base64')},i=${iterations}`;
  }

  get user(): string {
    return this.verifier.user;
  }

  /** @returns undefined for an invalid first message of a client */
  static begin(message: string, find: (user: string) => Verifier): ScramExchange | undefined {
    const parts = /^([ny],(?:a=[^,]*)?,)(n=([^,]{1,1024}),r=([\x21-\x2b\x2d-\x7e]{1,1024}))$/.exec(message);
    return parts ? new ScramExchange(parts, find) : undefined;
  }

  /** Returns the server's last message for the client's last one; undefined if the client's proof is wrong. */
  finish(message: string): string | undefined {
    const parts = /^(c=([^,]+),r=([^,]+)),p=([A-Za-z0-9+/]+=*)$/.exec(message);
    if (!parts) return undefined;
    const [, withoutProof, binding, nonce, proofText] = parts;
    const proof = Buffer.from(proofText!, 'base64');
    if (Buffer.from(binding!, 'base64').toString() !== this.header || nonce !== this.nonce) return undefined;
    if (proof.length !== KEY_BYTES) return undefined;
    const exchanged = [this.bare, this.challenge, withoutProof].join(',');
    const signature = hmac(this.verifier.storedKey, exchanged);
    const clientKey = proof.map((byte, at) => byte ^ signature[at]!);
    if (!timingSafeEqual(hash(clientKey), this.verifier.storedKey)) return undefined;
    return `v=${hmac(this.verifier.serverKey, exchanged).toString('base64')}`;
  }
}
