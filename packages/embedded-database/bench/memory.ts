import { sized } from './benchmark.js';
import { join } from 'node:path';
import type { MongoClient } from 'mongodb';
import { ownMemory } from '../src/testing/memory.js';
import { message, WireClient } from '../src/testing/wire.js';

/** Flag of a message that gets no reply. */
const MORE_TO_COME = 2;
const MESSAGES = sized(300, 3);
const MESSAGE_BYTES = 8 * 2 ** 20;
const CONNECTIONS = sized(200, 5);
const CURSORS = sized(10_000, 100);

/** Sends inserts without acknowledgement, all of them before the first one has been executed. */
async function sendUnacknowledged(socket: string): Promise<void> {
  const connection = await WireClient.connect(socket);
  // The document is the same each time: the first insert stores it, the others fail as duplicates after parsing.
  const documents = [{ _id: 'large', pad: 'x'.repeat(MESSAGE_BYTES) }];
  const insert = { insert: 'large', documents, writeConcern: { w: 0 }, $db: 'bench' };
  const bytes = message(insert, MORE_TO_COME);
  for (let n = 0; n < MESSAGES; n++) connection.send(bytes);
  await connection.command({ ping: 1, $db: 'admin' });
  connection.end();
}

async function useConnections(socket: string): Promise<void> {
  const connections = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => WireClient.connect(socket)),
  );
  const documents = Array.from({ length: 100 }, () => ({ pad: 'x'.repeat(1000) }));
  await Promise.all(
    connections.map((connection) => connection.command({ insert: 'many', documents, $db: 'bench' })),
  );
  await Promise.all(
    connections.map((connection) => connection.command({ find: 'many', batchSize: 1000, $db: 'bench' })),
  );
  for (const connection of connections) connection.end();
}

async function openCursors(client: MongoClient): Promise<void> {
  const db = client.db('bench');
  for (let n = 0; n < CURSORS; n++) await db.command({ find: 'many', batchSize: 9 });
  const { metrics } = (await db.command({ serverStatus: 1 })) as {
    metrics: { cursor: { open: { total: number } } };
  };
  if (metrics.cursor.open.total < CURSORS) throw new Error('the cursors were closed');
}

/** Maximum of the database's own memory under each of these loads, in megabytes. */
export async function peakMemory(dataDir: string, pid: number, client: MongoClient): Promise<number> {
  const socket = join(dataDir, 'database.sock');
  let peak = ownMemory(pid);
  const timer = setInterval(() => (peak = Math.max(peak, ownMemory(pid))), 10);
  try {
    await sendUnacknowledged(socket);
    await useConnections(socket);
    await openCursors(client);
  } finally {
    clearInterval(timer);
  }
  return peak;
}
