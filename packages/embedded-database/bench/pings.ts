import { sized } from './benchmark.js';
import type { Db, Document, MongoClient } from 'mongodb';
import { longestPing } from '../src/testing/pings.js';

const hundredThousand = Array.from({ length: sized(100_000, 1000) }, (_, n) => n * 2);

/** Long commands on a collection of payments; writes go to another collection. */
const commands: ((db: Db) => Promise<unknown>)[] = [
  (db) => db.collection('payments').find({ note: 'none' }).toArray(),
  (db) => db.collection('payments').countDocuments({ note: { $ne: 'none' } }),
  (db) => db.collection('payments').find().sort({ amount: 1, note: 1 }).limit(10).toArray(),
  (db) => db.collection<{ _id: number }>('payments').countDocuments({ _id: { $in: hundredThousand } }),
  ...[
    [{ $sort: { amount: 1, referenceNumber: -1 } }],
    [{ $group: { _id: '$amount', count: { $sum: 1 } } }],
    [{ $facet: { all: [{ $group: { _id: '$status', count: { $sum: 1 } } }], number: [{ $count: 'n' }] } }],
    [
      { $limit: 1 },
      { $set: { a: { $size: { $map: { input: { $range: [0, 300_000] }, in: { $add: ['$$this', 1] } } } } } },
    ],
    [
      { $limit: 20 },
      {
        $lookup: { from: 'payments', pipeline: [{ $limit: 5000 }, { $match: { note: 'none' } }], as: 'none' },
      },
    ],
  ].map(
    (stages: Document[]) => (db: Db) =>
      db
        .collection('payments')
        .aggregate([{ $project: { note: 0 } }, ...stages, { $count: 'n' }])
        .toArray(),
  ),
  (db) =>
    db
      .collection('payments')
      .aggregate([{ $project: { amount: 1 } }, { $out: 'copies' }])
      .toArray(),
  (db) => db.collection('copies').createIndex({ amount: 1 }),
  (db) => db.collection('copies').updateMany({}, { $inc: { amount: 1 } }),
  (db) => db.collection('copies').deleteMany({}),
  (db) =>
    db.client.withSession((session) =>
      session.withTransaction(() =>
        db.collection('copies').insertMany(
          hundredThousand.slice(0, 50_000).map((n) => ({ n })),
          { session },
        ),
      ),
    ),
];

/** Returns the median over the commands of the longest ping beside each, in milliseconds. */
export async function timeOfPings(client: MongoClient, other: MongoClient): Promise<number> {
  const db = client.db('bench');
  const waits: number[] = [];
  for (const command of commands) waits.push(await longestPing(other.db('bench'), command(db)));
  return waits.sort((left, right) => left - right)[Math.floor(waits.length / 2)] ?? Number.NaN;
}
