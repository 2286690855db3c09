import { join } from 'node:path';
import { temporaryFolder } from '../../testing/server.js';
import { openFile, openTables } from './lmdb-file.js';

/** Runs transactions that grow, shrink, move and undo documents, beside up to five snapshots; the seed makes them. */
async function work(seed: number, transactions: number): Promise<void> {
  const root = openFile(join(temporaryFolder(), 'work.mdb'));
  const { data, counts } = openTables(root);
  let state = seed;
  const upTo = (count: number): number => (state = (state * 48_271) % 2_147_483_647) % count;
  const key = () => String(upTo(2500)).padStart(8, '0');
  const snapshot = () => {
    root.resetReadTxn();
    return root.useReadTransaction();
  };
  const snapshots = [snapshot()];
  const undone = new Error('undone');
  const change = (): void => {
    for (let left = upTo(10); left >= 0; left--) {
      const id = Buffer.from(key() + 'x'.repeat(upTo(3) ? 0 : upTo(60)));
      if (upTo(3)) data.putSync(id, Buffer.alloc(1 + upTo(20_000)));
      else data.removeSync(id);
    }
    if (upTo(3)) counts.putSync(Buffer.from(key()), Buffer.alloc(8));
    if (!upTo(7)) throw undone;
  };
  for (let count = 0; count < transactions; count++) {
    try {
      root.transactionSync(change);
    } catch (error) {
      if (error !== undone) throw error;
    }
    if (!upTo(20)) snapshots.push(snapshot());
    if (snapshots.length > 4 || (snapshots.length > 0 && !upTo(16)))
      snapshots.splice(upTo(snapshots.length), 1)[0]!.done();
  }
  for (const open of snapshots) open.done();
  await root.close();
}

// LMDB would end the process.
it.each([
  [50, 2000],
  [21, 4000],
])('saves the free pages of every transaction beside snapshots and undone ones (seed %d)', work);
