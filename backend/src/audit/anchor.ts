import { readFileSync, rmSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Connection } from 'mongoose';
import { openSealed, seal, sealAnew } from '../platform/secrets/sealed-secrets.js';
import type { KeySettings, ServerKeys } from '../platform/secrets/server-key.js';
import type { Head } from './chain.js';

/**
 * The chain's anchors: that there is one, and how far it goes, kept where a write of its collections does not reach.
 * Each is sealed under the server's key. Beside an embedded database a file holds the last block, whose number only
 * grows; a document of the secrets tells that a chain has begun, or that an operator lets the next start begin one.
 */
export type Anchor = Pick<Head, 'block' | 'hash'>;

const context = 'anchor of the audit trail';

interface Told {
  /** True from an operator's command until the chain begins that it asked for. */
  mayBegin: boolean;
}

const secretsOf = (connection: Connection) =>
  connection.collection<{ _id: string; value: string }>('secrets');

/** The file of the last block; undefined where the database has no folder of its own. */
const anchorFile = ({ secretFile }: KeySettings): string | undefined =>
  secretFile && join(dirname(secretFile), 'audit-anchor');

/** Returns the content of an anchor, or whether it was changed; undefined where it is sealed under an unknown key. */
const open = <Content extends object>(keys: ServerKeys, sealed: string) =>
  openSealed<Content>(keys, sealed, context, JSON.parse);

/** Returns what the database's anchor tells; undefined where there is none. One that was changed lets no chain begin. */
export async function readAnchorDocument(
  keys: ServerKeys,
  connection: Connection,
): Promise<Told | undefined> {
  const stored = await secretsOf(connection).findOne({ _id: 'audit-anchor' });
  const told = stored ? open<Told>(keys, stored.value) : undefined;
  return told === 'changed' ? { mayBegin: false } : told;
}

/** Lets the database tell whether an operator's command lets the next start begin a chain. */
export async function writeAnchorDocument(keys: ServerKeys, connection: Connection, told: Told) {
  const stored = await secretsOf(connection).findOne({ _id: 'audit-anchor' });
  const former = stored ? open<Told>(keys, stored.value) : undefined;
  const isTold = stored && former !== 'changed' && former?.mayBegin === told.mayBegin;
  const value = isTold ? sealAnew(keys, stored.value, context) : seal(keys, JSON.stringify(told), context);
  if (value !== stored?.value)
    await secretsOf(connection).updateOne({ _id: 'audit-anchor' }, { $set: { value } }, { upsert: true });
}

/** Returns the last block that the folder knows of, or whether the file was changed; undefined where none is known. */
export function readAnchorFile(keys: ServerKeys, settings: KeySettings): Anchor | 'changed' | undefined {
  const file = anchorFile(settings);
  if (!file) return undefined;
  let sealed: string;
  try {
    sealed = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return open<Anchor>(keys, sealed);
}

/** Keeps the last block in the folder, whole at every moment. A rename may wait for the disk: no request waits with it. */
export async function writeAnchorFile(keys: ServerKeys, settings: KeySettings, { block, hash }: Anchor) {
  const file = anchorFile(settings);
  if (!file) return;
  await writeFile(`${file}.new`, seal(keys, JSON.stringify({ block, hash }), context), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Forgets the last block, as another database takes the folder's place. */
export function removeAnchorFile(settings: KeySettings): void {
  const file = anchorFile(settings);
  if (file) rmSync(file, { force: true });
}

/**
 * Tells where the chain ends, for an operator's own records: kept elsewhere, it tells a later trail from one that was
 * replaced as a whole. A block of before the first link has no hash.
 */
export const describeEnd = ({ block, hash }: Anchor): string =>
  [`block ${block}`, hash.slice(0, 12)].filter(Boolean).join(', ');
