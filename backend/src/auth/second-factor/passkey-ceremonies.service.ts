import { generateKeyPairSync, type webcrypto } from 'node:crypto';
import { BadRequestException, Inject, Injectable } from '@nestjs/common';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  type VerifiedRegistrationResponse,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type {
  PasskeyCreation,
  PasskeyRegistration,
  PasskeyRequest,
  PasskeySignature,
} from '#domain/auth/second-factor';
import { refusals } from '#domain/texts/en/refusals';
import type { BusinessConfig } from '../../platform/config/business-settings.js';
import type { MailConfig } from '../../mail/mail-settings.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { challengeLifetime, PasskeyChallengesService } from './passkey-challenges.service.js';
import type { StoredPasskey } from './passkey.schema.js';
import { PasskeysService } from './passkeys.service.js';

/** The account that a passkey is added to: the authenticator shows the name, and returns the id where it signs in alone. */
interface PasskeyOwner {
  id: string;
  username: string;
}

/** A verified signature, and the number of signatures that the authenticator has counted. */
export interface VerifiedSignature {
  passkey: StoredPasskey;
  counter: number;
}

/** A public key in COSE (RFC 9053, 7.1.1) that no signature matches, so that an unknown passkey takes as long as a known one. */
function decoyKey(): Uint8Array<ArrayBuffer> {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' }) as webcrypto.JsonWebKey;
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
  const key = new Map<number, number | Uint8Array>([
    [1, 2] as const,
    [3, -7] as const,
    [-1, 1] as const,
    [-2, bytes(x)] as const,
    [-3, bytes(y)] as const,
  ]);
  return isoCBOR.encode(key);
}
const decoy = decoyKey();

/** The purpose of a challenge for any account: to sign in by a passkey alone, or to prove again who it is. */
export const anyUse = 'sign-in';

/**
 * Returns whether an answer names the account of its passkey: where no account is named by a ticket it has to, else it may
 * (WebAuthn level 3, 7.2, step 6).
 */
function isOwner({ userId }: StoredPasskey, { response }: PasskeySignature, purpose: string): boolean {
  const { userHandle } = response;
  if (!userHandle) return purpose !== anyUse;
  return Buffer.from(userHandle, 'base64url').toString() === String(userId);
}

/** Adding passkeys and signing by them (WebAuthn level 3), each of one challenge. */
@Injectable()
export class PasskeyCeremonies {
  constructor(
    private readonly challenges: PasskeyChallengesService,
    private readonly passkeys: PasskeysService,
    @Inject(CONFIG) private readonly config: BusinessConfig & MailConfig,
  ) {}

  /** The site's origin: PUBLIC_URL's, or the request's own where that is unset. Throws 400 for a host that is none. */
  private siteOf(requestOrigin: string): { expectedOrigin: string; rpID: string } {
    const address = this.config.mail.publicUrl ?? requestOrigin;
    if (!URL.canParse(address)) throw new BadRequestException(refusals.addressNotValid);
    const { origin, hostname } = new URL(address);
    return { expectedOrigin: origin, rpID: hostname };
  }

  /** Returns a challenge to add a passkey to an account. */
  async creation(
    owner: PasskeyOwner,
    present: readonly StoredPasskey[],
    requestOrigin: string,
  ): Promise<PasskeyCreation> {
    const { rpID } = this.siteOf(requestOrigin);
    const options = await generateRegistrationOptions({
      rpName: this.config.paymentOptions.companyName,
      rpID,
      userName: owner.username,
      userID: new Uint8Array(Buffer.from(owner.id)),
      timeout: challengeLifetime,
      excludeCredentials: present.map(({ credentialId: id, transports }) => ({ id, transports })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    await this.challenges.keep(options.challenge, `add to ${owner.id}`);
    return options as PasskeyCreation;
  }

  /** Returns the key of an answered challenge; undefined where it is not accepted. */
  async verifyCreation(
    { id }: PasskeyOwner,
    answer: PasskeyRegistration,
    requestOrigin: string,
  ): Promise<Pick<StoredPasskey, 'credentialId' | 'publicKey' | 'counter'> | undefined> {
    const { expectedOrigin, rpID } = this.siteOf(requestOrigin);
    const result: VerifiedRegistrationResponse | undefined = await verifyRegistrationResponse({
      response: answer as unknown as RegistrationResponseJSON,
      expectedChallenge: (challenge) => this.challenges.take(challenge, `add to ${id}`),
      expectedOrigin,
      expectedRPID: rpID,
    }).catch(() => undefined);
    if (!result?.verified) return undefined;
    const { id: credentialId, publicKey, counter } = result.registrationInfo.credential;
    return { credentialId, publicKey: Buffer.from(publicKey).toString('base64url'), counter };
  }

  /** Returns a challenge to sign for one purpose, by one of these passkeys, or by any where there is none. */
  async request(
    purpose: string,
    allowed: readonly StoredPasskey[],
    requestOrigin: string,
  ): Promise<PasskeyRequest> {
    const options = await generateAuthenticationOptions({
      rpID: this.siteOf(requestOrigin).rpID,
      timeout: challengeLifetime,
      allowCredentials: allowed.map(({ credentialId: id, transports }) => ({ id, transports })),
      userVerification: 'required',
    });
    await this.challenges.keep(options.challenge, purpose);
    return options as PasskeyRequest;
  }

  /**
   * Verifies the signature of a challenge for this purpose, which is spent with it. Returns undefined where it is not
   * accepted, in the same time for an unknown passkey. The caller compares the counter.
   */
  async verify(
    answer: PasskeySignature,
    purpose: string,
    requestOrigin: string,
  ): Promise<VerifiedSignature | undefined> {
    const { expectedOrigin, rpID } = this.siteOf(requestOrigin);
    const passkey = await this.passkeys.find(answer.id);
    const result = await verifyAuthenticationResponse({
      response: answer as unknown as AuthenticationResponseJSON,
      expectedChallenge: (challenge) => this.challenges.take(challenge, purpose),
      expectedOrigin,
      expectedRPID: rpID,
      requireUserVerification: true,
      credential: {
        id: answer.id,
        publicKey: passkey ? new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')) : decoy,
        // The library compares the counter before the signature: a false alarm would need no key.
        counter: 0,
      },
    }).catch(() => undefined);
    if (!passkey || !result?.verified || !isOwner(passkey, answer, purpose)) return undefined;
    return { passkey, counter: result.authenticationInfo.newCounter };
  }
}
