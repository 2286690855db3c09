import { isDeepStrictEqual } from 'node:util';
import type { ClientSession, Connection, mongo } from 'mongoose';
import type { Erasure } from './erasure.schema.js';
import { type Decision, type Holding, holdings, papers } from './inventory.js';
import type { Person } from './person.js';
import { withoutTexts } from './replace.js';

type Stored = mongo.Document;

/** Returns what an erasure makes of a value; undefined where the field goes. */
function replaced(decision: Decision, value: unknown, record: Stored, person: Person): unknown {
  if (decision === 'erase') return withoutTexts(value);
  if (decision === 'drop') return undefined;
  return 'stays' in decision ? value : decision.becomes(value, record, person);
}

/** Returns the update of a record; undefined where it holds nothing that goes. */
function updateOf({ fields }: Holding, record: Stored, person: Person) {
  const set: Stored = {};
  const unset: Stored = {};
  for (const [field, decision] of Object.entries(fields)) {
    if (!(field in record)) continue;
    const value = replaced(decision, record[field], record, person);
    if (value === undefined) unset[field] = '';
    else if (!isDeepStrictEqual(value, record[field])) set[field] = value;
  }
  const isChanged = Object.keys(set).length + Object.keys(unset).length > 0;
  return isChanged
    ? { ...(Object.keys(set).length && { $set: set }), ...(Object.keys(unset).length && { $unset: unset }) }
    : undefined;
}

/** The marks that every erased record of a collection gets: a form that is open elsewhere, and links, end by it. */
const marks: Readonly<Record<string, (at: Date) => mongo.UpdateFilter<Stored>>> = {
  customers: (at) => ({ $set: { erasedAt: at }, $inc: { version: 1 } }),
  payments: (at) => ({ $set: { erasedAt: at }, $inc: { version: 1, linkVersion: 1 } }),
  banktransactions: () => ({ $inc: { version: 1 } }),
  comments: () => ({ $inc: { version: 1 } }),
  interacnotices: () => ({ $inc: { version: 1 } }),
};

/** Writes what an erasure makes of one collection's records; returns their number. */
async function eraseHolding(
  connection: Connection,
  holding: Holding,
  { person, at, session }: { person: Person; at: Date; session: ClientSession },
): Promise<number> {
  const collection = connection.collection(holding.collection);
  const writes: mongo.AnyBulkWriteOperation[] = [];
  for (const record of await collection.find(holding.find(person), { session }).sort({ _id: 1 }).toArray()) {
    const update = updateOf(holding, record, person);
    const mark = marks[holding.collection]?.(at);
    if (!update && !(mark?.$set && !record.erasedAt)) continue;
    const $set = { ...update?.$set, ...(mark?.$set as object | undefined) };
    writes.push({
      updateOne: {
        filter: { _id: record._id },
        update: { ...update, ...mark, ...(Object.keys($set).length && { $set }) },
      },
    });
  }
  if (writes.length) await collection.bulkWrite(writes, { session });
  return writes.length;
}

/** Erases the records of a person in a transaction, papers where the erasure is whole; returns the number of changed ones by collection. */
export async function eraseRecords(
  connection: Connection,
  person: Person,
  { at, isWhole }: Pick<Erasure, 'at' | 'isWhole'>,
  session: ClientSession,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const holding of isWhole ? [...holdings, papers] : holdings) {
    const count = await eraseHolding(connection, holding, { person, at, session });
    counts[holding.collection] = (counts[holding.collection] ?? 0) + count;
  }
  return counts;
}
