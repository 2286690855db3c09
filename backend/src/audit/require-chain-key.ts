import type { KeyObject } from 'node:crypto';
import type { Connection } from 'mongoose';
import { CliError, invocation } from '../platform/cli/cli.js';
import type { KeySettings } from '../platform/secrets/server-key.js';
import { chainKey } from './chain-key.js';

/** Returns the key of the audit trail for a command. Throws a CliError where it has another secret than the server. */
export async function requireChainKey(settings: KeySettings, connection: Connection): Promise<KeyObject> {
  const key = await chainKey(settings, connection);
  if (key) return key;
  throw new CliError(
    `This command needs the secret that the server runs under, which the audit trail is kept under: set JWT_SECRET to it, or JWT_SECRET_FORMER to the one before it. Where it is lost, begin a new chain by: ${invocation('audit')} begin`,
  );
}
