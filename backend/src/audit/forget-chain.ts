import type { Connection } from 'mongoose';
import { type KeySettings, readKeys } from '../platform/secrets/server-key.js';
import { removeAnchorFile, writeAnchorDocument } from './anchor.js';
import { chainCollections } from './chain.js';

/** Deletes the chain, its key and its anchors, but no entry: the next start of a server begins a new one. */
export async function forgetChain(settings: KeySettings, connection: Connection): Promise<void> {
  const { entries, blocks, heads } = chainCollections(connection);
  await entries.updateMany({}, { $unset: { mark: '' } });
  await blocks.deleteMany({});
  await heads.deleteMany({});
  await connection.collection<{ _id: string }>('secrets').deleteOne({ _id: 'audit' });
  removeAnchorFile(settings);
  const keys = await readKeys(settings, connection);
  if (keys) await writeAnchorDocument(keys, connection, { mayBegin: true });
}
