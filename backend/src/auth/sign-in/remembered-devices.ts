import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { deriveKeys, SERVER_KEYS, type ServerKeys } from '../../platform/secrets/server-key.js';
import type { User } from '../users/user.schema.js';

/** Lifetime of a device's token, in milliseconds; each sign-in renews it. */
const lifetime = 180 * 24 * 3_600_000;

/**
 * Recognises browsers in which an account has signed in before, by a token that they keep. It opens nothing: it gives
 * their wrong passwords a count of their own, so that a stranger's guesses lock out none of them. A changed password
 * ends that; the device is still known then, so that no mail about a new one is sent.
 */
@Injectable()
export class RememberedDevices {
  private readonly keys: readonly [KeyObject, ...KeyObject[]];

  constructor(@Inject(SERVER_KEYS) keys: ServerKeys) {
    this.keys = deriveKeys(keys, 'remembered devices');
  }

  private sign({ _id, passwordHash }: User, id: string, expires: string, key = this.keys[0]): Buffer {
    const text = JSON.stringify([String(_id), passwordHash, id, expires]);
    return createHmac('sha256', key).update(text).digest();
  }

  /** Proves which device a token is of, also after a changed password. */
  private identity({ _id }: User, id: string, key = this.keys[0]): Buffer {
    return createHmac('sha256', key)
      .update(JSON.stringify([String(_id), id]))
      .digest();
  }

  /** Returns the token of a device, of a new one where `id` is undefined. */
  issue(user: User, id = randomBytes(12).toString('base64url')): { id: string; token: string } {
    const expires = (Date.now() + lifetime).toString(36);
    const proofs = [this.sign(user, id, expires), this.identity(user, id)];
    return { id, token: [id, expires, ...proofs.map((proof) => proof.toString('base64url'))].join('.') };
  }

  /** Returns the id of the device of a token; undefined where the account has not signed in there by this password. */
  idOf(user: User | null, token: string | undefined): string | undefined {
    const [id = '', expires = '', signature = ''] = token?.split('.') ?? [];
    if (!user || !id || !(parseInt(expires, 36) > Date.now())) return undefined;
    return this.isRight(signature, (key) => this.sign(user, id, expires, key)) ? id : undefined;
  }

  /** Returns the id of the device of a token, also where the password was changed since. */
  knownId(user: User, token: string | undefined): string | undefined {
    const [id = '', , , identity = ''] = token?.split('.') ?? [];
    const isKnown = !!id && this.isRight(identity, (key) => this.identity(user, id, key));
    return isKnown ? id : this.idOf(user, token);
  }

  /** Returns whether a version that kept no list of sign-ins has issued the token, not long ago. */
  isOfEarlierVersion(user: User, token: string | undefined): boolean {
    const [, expires = '', , identity] = token?.split('.') ?? [];
    return (
      identity === undefined && parseInt(expires, 36) > Date.now() + lifetime / 2 && !!this.idOf(user, token)
    );
  }

  private isRight(given: string, proof: (key: KeyObject) => Buffer): boolean {
    const bytes = Buffer.from(given, 'base64url');
    return this.keys.some((key) => {
      const right = proof(key);
      return bytes.length === right.length && timingSafeEqual(bytes, right);
    });
  }
}
