import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { Connection } from 'mongoose';
import { isDuplicateKey } from '../database/duplicate-key.js';
import type { DatabaseConfig } from '../config/database-settings.js';
import { ConfigError } from '../config/environment.js';

/** Injects the server's key, as a key object: the JWT library would parse a string as PEM at each call. */
export const SERVER_KEY = Symbol('server key');

/** The server's key, and after it a former one that is still accepted while the secret is being replaced. */
export type ServerKeys = readonly [current: KeyObject, former?: KeyObject];

/** Injects the ServerKeys: signatures and sealed secrets under either are accepted. */
export const SERVER_KEYS = Symbol('server keys');

export type KeySettings = Pick<DatabaseConfig, 'jwtKey' | 'formerJwtKey' | 'secretFile'>;

/** A document of `secrets`: the generated secret and the one before it, in base64, or the mark of the one in use. */
interface Secret {
  _id: 'jwt' | 'former' | 'mark';
  value: string;
}

const secretsOf = (connection: Connection) => connection.collection<Secret>('secrets');

/** Returns the content of the secret's file; undefined where there is none. */
function readSecretFile(file: string): Buffer | undefined {
  if (!existsSync(file)) return undefined;
  const secret = readFileSync(file);
  if (secret.length >= 32) return secret;
  throw new ConfigError(
    `DATA_DIR holds a damaged secret: delete ${file} and start again (everybody signs in anew)`,
  );
}

/** Keeps the file equal to the secret, whole at every moment; another one that was there is kept beside it. */
function writeSecretFile(file: string, secret: Buffer): void {
  if (existsSync(file)) {
    if (readFileSync(file).equals(secret)) return;
    copyFileSync(file, `${file}.former`);
  }
  writeFileSync(`${file}.new`, secret, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

async function storedSecret(connection: Connection, _id: 'jwt' | 'former' = 'jwt') {
  const stored = await secretsOf(connection).findOne({ _id });
  return stored ? Buffer.from(stored.value, 'base64') : undefined;
}

/** Stores a secret unless the database holds one; returns the one that it holds then. */
async function storeSecret(connection: Connection, secret: Buffer): Promise<Buffer> {
  const write = () =>
    secretsOf(connection).updateOne(
      { _id: 'jwt' },
      { $setOnInsert: { value: secret.toString('base64') } },
      { upsert: true },
    );
  // One of two concurrent upserts may fail as a duplicate; the document exists then.
  await write().catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error;
  });
  const stored = await storedSecret(connection);
  if (!stored) throw new Error('The secret was not stored');
  return stored;
}

/**
 * Returns the secret that was generated for this database, undefined where there is none. The database holds it, so
 * that all instances share it, and copies, backups and restores take it along. The file beside an embedded database is
 * the operator's copy, and the only one that earlier versions made.
 */
export async function findSecret(
  connection: Connection,
  secretFile: string | undefined,
): Promise<Buffer | undefined> {
  const stored = await storedSecret(connection);
  if (stored) return stored;
  const inFile = secretFile === undefined ? undefined : readSecretFile(secretFile);
  return inFile && storeSecret(connection, inFile);
}

/** Identifies a secret without revealing it. */
const markOf = (key: KeyObject): string => deriveKey(key, 'mark').export().toString('hex');

/** Returns whether the database was last used under another key than these; undefined where that is unknown. */
export async function isOtherKey(
  connection: Connection,
  ...keys: readonly KeyObject[]
): Promise<boolean | undefined> {
  const mark = await secretsOf(connection).findOne({ _id: 'mark' });
  return mark ? !keys.map(markOf).includes(mark.value) : undefined;
}

const noteMark = (connection: Connection, key: KeyObject) =>
  secretsOf(connection).updateOne({ _id: 'mark' }, { $set: { value: markOf(key) } }, { upsert: true });

async function generatedSecret(connection: Connection, secretFile: string | undefined): Promise<Buffer> {
  const secret =
    (await findSecret(connection, secretFile)) ??
    // Text, so that it can be set as JWT_SECRET elsewhere.
    (await storeSecret(connection, Buffer.from(randomBytes(48).toString('base64'))));
  if (secretFile !== undefined) writeSecretFile(secretFile, secret);
  return secret;
}

/** Returns the keys of the settings and of the database; makes no secret, so that there may be none. */
export async function readKeys(
  { jwtKey, formerJwtKey, secretFile }: KeySettings,
  connection: Connection,
): Promise<ServerKeys | undefined> {
  const secret = jwtKey ? undefined : await findSecret(connection, secretFile);
  const key = jwtKey ?? (secret && createSecretKey(secret));
  if (!key) return undefined;
  const stored = formerJwtKey ? undefined : await storedSecret(connection, 'former');
  const former = formerJwtKey ?? (stored && createSecretKey(stored));
  return former ? [key, former] : [key];
}

/**
 * Returns JWT_SECRET, or the secret that was generated for this database, with the former one, and remembers which one
 * it was.
 * @param onOther called where the database was last used under another one
 */
export async function serverKeys(
  settings: KeySettings,
  connection: Connection,
  onOther: () => void,
): Promise<ServerKeys> {
  if (!settings.jwtKey) await generatedSecret(connection, settings.secretFile);
  const keys = await readKeys(settings, connection);
  if (!keys) throw new Error('The secret was not stored');
  const [key, ...former] = keys.filter((one) => one !== undefined) as [KeyObject, ...KeyObject[]];
  if (await isOtherKey(connection, key, ...former)) onOther();
  if ((await isOtherKey(connection, key)) !== false) await noteMark(connection, key);
  return keys;
}

/** Makes a new secret; the generated one stays accepted. Throws a ConfigError while a former one is accepted. */
export async function replaceGeneratedSecret(connection: Connection, secretFile: string | undefined) {
  const present = await generatedSecret(connection, secretFile);
  const former = await storedSecret(connection, 'former');
  // A command that was killed between both writes has stored the former secret only.
  if (former && !former.equals(present))
    throw new ConfigError('The former secret is still accepted: end it first, by replace-secret --end');
  const secret = Buffer.from(randomBytes(48).toString('base64'));
  const store = (_id: 'jwt' | 'former', value: Buffer) =>
    secretsOf(connection).updateOne({ _id }, { $set: { value: value.toString('base64') } }, { upsert: true });
  await store('former', present);
  await store('jwt', secret);
  if (secretFile !== undefined) writeSecretFile(secretFile, secret);
  await noteMark(connection, createSecretKey(secret));
}

/** Ends the former generated secret. Returns false where there is none. */
export async function endFormerSecret(connection: Connection, secretFile: string | undefined) {
  const { deletedCount } = await secretsOf(connection).deleteOne({ _id: 'former' });
  if (secretFile !== undefined) rmSync(`${secretFile}.former`, { force: true });
  return deletedCount === 1;
}

/** Derives a key for one purpose from the server's (HKDF, RFC 5869): it reveals nothing about the others. */
export const deriveKey = (key: KeyObject, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', key, '', purpose, 32)));

/** Derives the keys for one purpose from all that are accepted, the current one first. */
export const deriveKeys = (keys: ServerKeys, purpose: string): [KeyObject, ...KeyObject[]] =>
  keys.flatMap((key) => (key ? [deriveKey(key, purpose)] : [])) as [KeyObject, ...KeyObject[]];

/** Names a server's key in what was made under it, without revealing it. */
export const keyIdOf = (key: KeyObject): string =>
  deriveKey(key, 'key id').export().toString('base64url').slice(0, 8);
