import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { deriveKey, SERVER_KEY } from './server-key.js';
import type { User } from './user.schema.js';

/** Lifetime of a device's token, in milliseconds; each sign-in renews it. */
const lifetime = 180 * 24 * 3_600_000;

/**
 * Recognises browsers in which an account has signed in before, by a token that they keep. It opens nothing: it gives
 * their wrong passwords a count of their own, so that a stranger's guesses lock out none of them. A
 * changed password ends it.
 */
@Injectable()
export class RememberedDevices {
  private readonly key: KeyObject;

  constructor(@Inject(SERVER_KEY) key: KeyObject) {
    this.key = deriveKey(key, 'remembered devices');
  }

  private sign({ _id, passwordHash }: User, id: string, expires: string): Buffer {
    const text = JSON.stringify([String(_id), passwordHash, id, expires]);
    return createHmac('sha256', this.key).update(text).digest();
  }

  /** Returns the token of a device, of a new one where `id` is undefined. */
  issue(user: User, id = randomBytes(12).toString('base64url')): string {
    const expires = (Date.now() + lifetime).toString(36);
    return [id, expires, this.sign(user, id, expires).toString('base64url')].join('.');
  }

  /** Returns the id of the device of a token; undefined where the account has not signed in there. */
  idOf(user: User | null, token: string | undefined): string | undefined {
    const [id = '', expires = '', signature = ''] = token?.split('.') ?? [];
    if (!user || !id || !(parseInt(expires, 36) > Date.now())) return undefined;
    const given = Buffer.from(signature, 'base64url');
    const right = this.sign(user, id, expires);
    return given.length === right.length && timingSafeEqual(given, right) ? id : undefined;
  }
}
