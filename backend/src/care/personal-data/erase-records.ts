import { isDeepStrictEqual } from 'node:util';
import type { ClientSession, Connection, mongo, Types } from 'mongoose';
import type { Erasure } from './erasure.schema.js';
import { type Decision, type Holding, holdings, papers } from './person/inventory.js';
import type { Person } from './person/person.js';
import { withoutTexts } from './person/replace.js';
import { readByIds, readIds, slicesOf } from './person/slices.js';

type Stored = Record<string, unknown> & { _id: Types.ObjectId };

/** Returns what an erasure makes of a value; undefined where the field goes. */
function replaced(decision: Decision, value: unknown, record: Stored, person: Person): unknown {
  if (decision === 'erase') return withoutTexts(value);
  if (decision === 'drop') return undefined;
  return 'stays' in decision ? value : decision.becomes(value, record, person);
}

/** Returns the update of a record; undefined where it holds nothing that goes. */
function updateOf({ fields }: Holding, record: Stored, person: Person) {
  const set: Record<string, unknown> = {};
  const unset: Record<string, unknown> = {};
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
const marks: Readonly<Record<string, (at: Date) => mongo.UpdateFilter<mongo.Document>>> = {
  customers: (at) => ({ $set: { erasedAt: at }, $inc: { version: 1 } }),
  payments: (at) => ({ $set: { erasedAt: at }, $inc: { version: 1, linkVersion: 1 } }),
  banktransactions: () => ({ $inc: { version: 1 } }),
  comments: () => ({ $inc: { version: 1 } }),
  interacnotices: () => ({ $inc: { version: 1 } }),
};

/** A part of an erasure: records of one holding, which are changed at once. */
export interface ErasedSlice {
  holding: Holding;
  ids: unknown[];
}

/** Finds the records of a person that an erasure changes, papers where it is whole, in slices. */
export async function findSlices(
  connection: Connection,
  person: Person,
  { isWhole }: Pick<Erasure, 'isWhole'>,
  session?: ClientSession,
): Promise<ErasedSlice[]> {
  const slices: ErasedSlice[] = [];
  for (const holding of isWhole ? [...holdings, papers] : holdings) {
    const ids = await readIds(connection, holding.collection, holding.find(person), { session });
    slices.push(...slicesOf(ids).map((some) => ({ holding, ids: some })));
  }
  return slices;
}

/** Writes what an erasure makes of a slice in a transaction; returns the number of changed records. */
export async function eraseSlice(
  connection: Connection,
  { holding, ids }: ErasedSlice,
  { person, at, session }: { person: Person; at: Date; session: ClientSession },
): Promise<number> {
  const writes: mongo.AnyBulkWriteOperation[] = [];
  for (const record of await readByIds<Stored>(connection, holding.collection, ids, { session })) {
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
  if (writes.length) await connection.collection(holding.collection).bulkWrite(writes, { session });
  return writes.length;
}
