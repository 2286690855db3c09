import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Connection } from 'mongoose';
import { type Config, ConfigError } from '../config/config.js';

/**
 * Injects the server's key. A key object: the JWT library parses a string as PEM at each call, which costs five times
 * the check itself.
 */
export const SERVER_KEY = Symbol('server key');

type KeySettings = Pick<Config, 'jwtKey' | 'secretFile'>;

/** A document of the collection `secrets`: the generated secret, in base64, or the mark of the secret in use. */
interface Secret {
  _id: 'jwt' | 'mark';
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

async function storedSecret(connection: Connection): Promise<Buffer | undefined> {
  const stored = await secretsOf(connection).findOne({ _id: 'jwt' });
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
    if ((error as { code?: unknown }).code !== 11000) throw error;
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

/** Returns whether the database was last used under another key than this one; undefined where that is unknown. */
export async function isOtherKey(connection: Connection, key: KeyObject): Promise<boolean | undefined> {
  const mark = await secretsOf(connection).findOne({ _id: 'mark' });
  return mark ? mark.value !== markOf(key) : undefined;
}

async function generatedSecret(connection: Connection, secretFile: string | undefined): Promise<Buffer> {
  const secret =
    (await findSecret(connection, secretFile)) ??
    // Text, so that it can be set as JWT_SECRET elsewhere.
    (await storeSecret(connection, Buffer.from(randomBytes(48).toString('base64'))));
  if (secretFile !== undefined) writeSecretFile(secretFile, secret);
  return secret;
}

/**
 * Returns JWT_SECRET, or the secret that was generated for this database, and remembers which one it was.
 * @param onOther called where the database was last used under another one
 */
export async function serverKey(
  { jwtKey, secretFile }: KeySettings,
  connection: Connection,
  onOther: () => void,
): Promise<KeyObject> {
  const key = jwtKey ?? createSecretKey(await generatedSecret(connection, secretFile));
  const isOther = await isOtherKey(connection, key);
  if (isOther) onOther();
  if (isOther !== false)
    await secretsOf(connection).updateOne(
      { _id: 'mark' },
      { $set: { value: markOf(key) } },
      { upsert: true },
    );
  return key;
}

/** Derives a key for one purpose from the server's (HKDF, RFC 5869): it reveals nothing about the others. */
export const deriveKey = (key: KeyObject, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', key, '', purpose, 32)));
