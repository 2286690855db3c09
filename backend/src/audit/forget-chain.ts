import type { Connection } from 'mongoose';
import { chainCollections } from './audit-chain.service.js';

/** Deletes the chain and its key, but no entry: the next start of a server begins a new one. */
export async function forgetChain(connection: Connection): Promise<void> {
  const { entries, blocks, heads } = chainCollections(connection);
  await entries.updateMany({}, { $unset: { mark: '' } });
  await blocks.deleteMany({});
  await heads.deleteMany({});
  await connection.collection<{ _id: string }>('secrets').deleteOne({ _id: 'audit' });
}
