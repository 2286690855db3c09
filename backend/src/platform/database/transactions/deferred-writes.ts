import { type ClientSession, type Collection, mongo } from 'mongoose';

/** Called with the error of a deferred write; throws it, or the one that the caller is to get. */
export type OnRefusal = (error: unknown) => never;

/** A deferred write: an insert, or with `filter` an upsert. */
export interface DeferredWrite {
  document: mongo.Document;
  filter?: mongo.Document;
  onRefusal?: OnRefusal | undefined;
}

/** The deferred writes of a unit of work, in the order in which their collections were first written to. */
export type DeferredWrites = ReadonlyMap<Collection, readonly DeferredWrite[]>;

/**
 * Makes the deferred writes of one or several units of work, as the last step of their transaction. `hasBulkWrite` says
 * whether the server takes writes to several collections by one command, as MongoDB 8 does.
 */
export async function writeDeferred(
  units: readonly DeferredWrites[],
  session: ClientSession,
  hasBulkWrite: boolean,
): Promise<void> {
  const writes = [...merged(units)];
  // A checkout defers writes to eight collections: one command for all takes half the processor time of one for each
  // (bench/README.md).
  if (hasBulkWrite && writes.length > 1) return writeTogether(writes, session);
  for (const [collection, each] of writes) await writeTo(collection, each, session);
}

function merged(units: readonly DeferredWrites[]): DeferredWrites {
  const [first] = units;
  if (first && units.length === 1) return first;
  const all = new Map<Collection, DeferredWrite[]>();
  for (const [collection, writes] of units.flatMap((unit) => [...unit])) {
    const known = all.get(collection);
    if (known) known.push(...writes);
    else all.set(collection, [...writes]);
  }
  return all;
}

async function writeTo(collection: Collection, writes: readonly DeferredWrite[], session: ClientSession) {
  const models = writes.map(({ document, filter }) =>
    filter ? { updateOne: { filter, update: document, upsert: true } } : { insertOne: { document } },
  );
  try {
    await collection.bulkWrite(models, { session });
  } catch (error) {
    const refused = error instanceof mongo.MongoBulkWriteError ? writes[failedIndex(error)] : undefined;
    refused?.onRefusal?.(error);
    throw error;
  }
}

async function writeTogether(
  writes: readonly [Collection, readonly DeferredWrite[]][],
  session: ClientSession,
): Promise<void> {
  const [{ conn }] = writes[0]!;
  const all = writes.flatMap(([collection, each]) => {
    const namespace = `${collection.conn.name}.${collection.name}`;
    return each.map((write) => ({ ...write, namespace }));
  });
  const models = all.map(({ namespace, document, filter }) =>
    filter
      ? { name: 'updateOne' as const, namespace, filter, update: document, upsert: true }
      : { name: 'insertOne' as const, namespace, document },
  );
  try {
    await conn.getClient().bulkWrite(models, { session });
  } catch (error) {
    if (!(error instanceof mongo.MongoClientBulkWriteError)) throw error;
    // Throws the server's own error: its labels say whether the transaction can be retried.
    const [[index, failed] = []] = error.writeErrors;
    const refusal = failed ? new mongo.MongoServerError({ ...failed }) : (error.cause ?? error);
    if (index !== undefined) all[index]?.onRefusal?.(refusal);
    throw refusal;
  }
}

/** The index of the write that the database refused. */
function failedIndex({ writeErrors }: mongo.MongoBulkWriteError): number {
  const [first] = [writeErrors].flat();
  return first?.index ?? -1;
}
