import type { ClientSession, Connection, mongo } from 'mongoose';

/** Records that are read or changed at once: so many are in memory, of any number in all. */
const sliceSize = 100;

type Reading = { session?: ClientSession | undefined; projection?: object };

const sessionOption = ({ session }: Reading) => (session ? { session } : {});

/**
 * Reads a few fields of records, in the order of their ids. They are sorted here: a sort of the database is of whole
 * records, and bounded by their bytes.
 */
export async function readFields<Record extends mongo.Document>(
  connection: Connection,
  collection: string,
  filter: object,
  { projection = { _id: 1 }, ...reading }: Reading = {},
): Promise<Record[]> {
  const options = { ...sessionOption(reading), projection };
  const found: Record[] = [];
  for await (const record of connection.collection(collection).find(filter, options))
    found.push(record as unknown as Record);
  return found.sort((one, other) => (String(one._id) < String(other._id) ? -1 : 1));
}

/** Reads the ids of records, in their order. */
export async function readIds<Id>(
  connection: Connection,
  collection: string,
  filter: object,
  reading: Pick<Reading, 'session'> = {},
): Promise<Id[]> {
  const found = await readFields<{ _id: Id }>(connection, collection, filter, reading);
  return found.map(({ _id }) => _id);
}

/** Returns a list in slices. */
export const slicesOf = <One>(all: readonly One[]): One[][] =>
  Array.from({ length: Math.ceil(all.length / sliceSize) }, (_, index) =>
    all.slice(index * sliceSize, (index + 1) * sliceSize),
  );

/** Reads records by their ids, by the index of these, so that the database sorts nothing. */
export const readByIds = async <Record extends mongo.Document>(
  connection: Connection,
  collection: string,
  ids: readonly unknown[],
  { projection, ...reading }: Reading = {},
): Promise<Record[]> => {
  const options = { ...sessionOption(reading), ...(projection && { projection }) };
  const found = connection
    .collection(collection)
    .find({ _id: { $in: [...ids] } } as object, options)
    .sort({ _id: 1 });
  return (await found.toArray()) as unknown as Record[];
};

/** Reads the records that meet a condition, slice by slice. */
export async function* readSlices<Record extends mongo.Document>(
  connection: Connection,
  collection: string,
  filter: object,
  reading: Reading = {},
): AsyncGenerator<Record[]> {
  const { session } = reading;
  for (const ids of slicesOf(await readIds(connection, collection, filter, { session })))
    yield await readByIds<Record>(connection, collection, ids, reading);
}
