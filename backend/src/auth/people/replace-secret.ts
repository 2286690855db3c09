import type { Connection } from 'mongoose';
import { chainKey } from '../../audit/chain-key.js';
import { sealFactorsAnew } from '../second-factor/seal-factors-anew.js';
import { CliError } from '../../platform/cli/cli.js';
import type { DatabaseConfig } from '../../platform/config/database-settings.js';
import { sealLinksAnew } from '../../mail/seal-links-anew.js';
import {
  endFormerSecret,
  readKeys,
  replaceGeneratedSecret,
  type ServerKeys,
} from '../../platform/secrets/server-key.js';

async function keysOf(connection: Connection, config: DatabaseConfig): Promise<ServerKeys> {
  const keys = await readKeys(config, connection);
  if (!keys) throw new CliError('This database has no secret yet');
  return keys;
}

/** Encrypts under the present secret what is not; throws where a secret cannot be read. */
async function encrypt(connection: Connection, config: DatabaseConfig): Promise<string> {
  // Reading the key of the audit trail encrypts it anew as well, even if another secret cannot be read.
  const trailKey = await chainKey(config, connection);
  const keys = await keysOf(connection, config);
  await sealLinksAnew(connection, keys);
  const { sealed, lost } = await sealFactorsAnew(connection, keys);
  if (lost)
    throw new CliError(
      `${lost} stored secrets are encrypted under another secret than these: set JWT_SECRET_FORMER to it, or reset the second factors of their owners`,
    );
  if (!trailKey)
    throw new CliError(
      'The audit trail is kept under another secret than these: set JWT_SECRET_FORMER to it, or begin a new chain by: npm run audit -- begin',
    );
  return `${sealed} stored secret${sealed === 1 ? ' was' : 's were'} encrypted anew`;
}

/**
 * Replaces the server's secret, which stays accepted as the former one: makes a new one, unless JWT_SECRET is set, and
 * encrypts under it anew what is stored encrypted. Returns the report to the operator.
 */
export async function replaceSecret(connection: Connection, config: DatabaseConfig): Promise<string> {
  if (config.jwtKey && !config.formerJwtKey)
    throw new CliError(
      'Set JWT_SECRET to the new secret and JWT_SECRET_FORMER to the present one, restart the server with both, and run this with both',
    );
  if (!config.jwtKey) await replaceGeneratedSecret(connection, config.secretFile);
  const done = await encrypt(connection, config);
  return config.jwtKey
    ? `${done}. Links, sessions and devices of the former secret go on until JWT_SECRET_FORMER is unset.`
    : `A new secret was made, and ${done}. Restart the server. Links, sessions and devices of the former secret go on until "replace-secret --end".`;
}

/** Ends the former secret, once nothing is encrypted under it. Returns the report to the operator. */
export async function endFormer(connection: Connection, config: DatabaseConfig): Promise<string> {
  if (config.jwtKey)
    throw new CliError('Unset JWT_SECRET_FORMER, and restart the server: that ends the former secret');
  const done = await encrypt(connection, config);
  if (!(await endFormerSecret(connection, config.secretFile)))
    throw new CliError('There is no former secret');
  return `The former secret has ended, and ${done}. Restart the server: links sent to visitors before the replacement are not found then.`;
}
