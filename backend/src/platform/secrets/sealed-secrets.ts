import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import type { DatabaseConfig } from '../config/database-settings.js';
import { CONFIG } from '../config/config.module.js';
import { deriveKey, keyIdOf, readKeys, SERVER_KEYS, type ServerKeys } from './server-key.js';

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts a secret as "key id.content". The context, not stored, binds it to its record: no other one opens it. */
export function seal([key]: ServerKeys, secret: string, context: string): string {
  const iv = randomBytes(ivBytes);
  const encryption = createCipheriv(cipher, deriveKey(key, 'sealed secrets'), iv, {
    authTagLength: tagBytes,
  });
  encryption.setAAD(Buffer.from(context));
  const content = [iv, encryption.update(secret, 'utf8'), encryption.final(), encryption.getAuthTag()];
  return `${keyIdOf(key)}.${Buffer.concat(content).toString('base64url')}`;
}

/** Returns whether a stored secret was sealed under this key. */
const isSealedUnder = (key: KeyObject, sealed: string): boolean => sealed.startsWith(`${keyIdOf(key)}.`);

/** Returns a secret encrypted under the current key; undefined where no key has sealed it. Throws for a changed one. */
export function sealAnew(keys: ServerKeys, sealed: string, context: string): string | undefined {
  if (isSealedUnder(keys[0], sealed)) return sealed;
  const secret = unseal(keys, sealed, context);
  return secret === undefined ? undefined : seal(keys, secret, context);
}

/** Decrypts a stored secret; undefined where none of the keys has sealed it. Throws where it was changed. */
export function unseal(keys: ServerKeys, sealed: string, context: string): string | undefined {
  const [keyId, content = ''] = sealed.split('.');
  const key = keys.find((one) => one && keyIdOf(one) === keyId);
  if (!key) return undefined;
  const bytes = Buffer.from(content, 'base64url');
  const decryption = createDecipheriv(cipher, deriveKey(key, 'sealed secrets'), bytes.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  });
  decryption.setAAD(Buffer.from(context));
  decryption.setAuthTag(bytes.subarray(-tagBytes));
  return decryption.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decryption.final('utf8');
}

/** Returns a stored text by `parse`; undefined where no key has sealed it, 'changed' where the cipher refuses it. */
export function openSealed<Content extends object>(
  keys: ServerKeys,
  sealed: string,
  context: string,
  parse: (text: string) => Content,
): Content | 'changed' | undefined {
  let text: string | undefined;
  try {
    text = unseal(keys, sealed, context);
  } catch {
    return 'changed';
  }
  return text === undefined ? undefined : parse(text);
}

/** Secrets that the server has to read again, encrypted at rest under the server's key. */
@Injectable()
export class SealedSecrets {
  private readonly logger = new Logger('Secret');

  constructor(
    @Inject(SERVER_KEYS) private readonly keys: ServerKeys,
    @InjectConnection() private readonly connection: Connection,
    @Inject(CONFIG) private readonly config: DatabaseConfig,
  ) {}

  seal(secret: string, context: string): string {
    return seal(this.keys, secret, context);
  }

  /** Returns a stored secret; undefined, with an error in the log, where it was sealed under an unknown key. */
  async unseal(sealed: string, context: string): Promise<string | undefined> {
    const known = unseal(this.keys, sealed, context);
    if (known !== undefined) return known;
    // The operator has replaced the generated secret, and this server still runs under the former one.
    const keys = await readKeys(this.config, this.connection);
    const found = keys && unseal(keys, sealed, context);
    if (found === undefined)
      this.logger.error(
        'A stored secret is encrypted under another secret than JWT_SECRET and JWT_SECRET_FORMER',
      );
    return found;
  }
}
