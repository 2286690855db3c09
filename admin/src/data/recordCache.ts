import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Identifier, RaRecord } from 'react-admin';

/** Writes, by the first part of their key, that change no record; they refresh what they change themselves. */
const apart = ['account', 'saved-views', 'selection', 'downloads'];

/** Queries, by the first part of their key, that no write of a record changes. */
const unchanged = ['auth', 'saved-views', 'checkoutOptions'];

/**
 * Writes whose answer is all that they change of records, by their key, with the methods of the queries that they
 * change beyond it: a draft is its own statement, which no other screen counts.
 */
const wholeAnswers: Record<string, readonly string[]> = {
  'statements/upload': ['getList'],
  'statements/mapping': [],
};

const isRecord = (value: unknown): value is RaRecord =>
  typeof value === 'object' && value !== null && 'id' in value && '_id' in value;

/** The version of a record, by which a call finds that another one was faster; 0 of one without any. */
export const versionOf = (record: object): number => (record as { version?: number }).version ?? 0;

/** The key of react-admin's query of a single record. */
export const recordKey = (resource: string, id: Identifier): QueryKey => [
  resource,
  'getOne',
  { id: String(id), meta: undefined },
];

/** A form keeps the version that it was opened on, so that saving detects a newer one. */
const isFormQuery = ({ queryKey: [, , params] }: Pick<Query, 'queryKey'>): boolean =>
  (params as { meta?: { form?: boolean } } | undefined)?.meta?.form === true;

/** Returns the newer of two states of a record, with fields that only the other has (a listed payment's customer). */
function newer(known: RaRecord, found: RaRecord): RaRecord {
  const ahead = versionOf(found) - versionOf(known);
  if (ahead < 0) return known;
  // A payment that was moved to another customer must not get the old one's name.
  const moved = 'customer' in known && !('customer' in found) && known.customerId !== found.customerId;
  if (moved) return known;
  // A list does not know everything of a record: its answer must not take away what the record's page has of this state.
  const told = ahead
    ? found
    : Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
  return { ...known, ...told };
}

/** Replaces a record in a query's data: a record, an array of them, or an object with such an array as `data`. */
function withRecord(data: unknown, record: RaRecord): unknown {
  if (Array.isArray(data)) {
    const changed = data.map((item) => withRecord(item, record));
    return changed.some((item, index) => item !== data[index]) ? changed : data;
  }
  if (isRecord(data)) return data.id === record.id ? newer(data, record) : data;
  if (typeof data !== 'object' || data === null || !('data' in data)) return data;
  const inner = withRecord(data.data, record);
  return inner === data.data ? data : { ...data, data: inner };
}

/** Stores a record that the server has just returned in every query of its resource that has an older state. */
export function storeRecord(client: QueryClient, resource: string, record: unknown): void {
  if (!isRecord(record)) return;
  const holding = client
    .getQueryCache()
    .findAll({ queryKey: [resource], predicate: (query) => !isFormQuery(query) });
  for (const { queryKey, state } of holding) {
    const changed = withRecord(state.data, record);
    // Keeps the query's time: its other records are as old as before.
    if (changed !== state.data) client.setQueryData(queryKey, changed, { updatedAt: state.dataUpdatedAt });
  }
}

/**
 * Stores the records of a list in the queries of single records. react-admin does that for unknown records only, and
 * writes the old state of the others back as if it were fresh, which ends their invalidation.
 */
export function storeListed(client: QueryClient, { queryKey }: Pick<Query, 'queryKey'>, data: unknown): void {
  const [resource, method] = queryKey as readonly string[];
  if (!resource || (method !== 'getList' && method !== 'getManyReference')) return;
  for (const record of (data as { data: RaRecord[] }).data) {
    const key = recordKey(resource, record.id);
    const known = client.getQueryData<RaRecord>(key);
    if (known) client.setQueryData(key, newer(known, record));
  }
}

interface Write {
  /** The mutation's: its resource and its name. */
  mutationKey: QueryKey | undefined;
  /** True where the server has answered it. */
  isAnswered: boolean;
  deletedId?: unknown;
}

/** Invalidates every query after a write, as none says which it changes: those on the screen refetch now. */
export function refreshAfterWrite(client: QueryClient, { mutationKey, isAnswered, deletedId }: Write): void {
  const resource = mutationKey?.[0] as string | undefined;
  if (!resource || apart.includes(resource)) return;
  const methods = isAnswered ? wholeAnswers[mutationKey!.join('/')] : undefined;
  void client.invalidateQueries({
    predicate: (query) =>
      (methods
        ? query.queryKey[0] === resource && methods.includes(query.queryKey[1] as string)
        : !unchanged.includes(query.queryKey[0] as string)) &&
      !isFormQuery(query) &&
      // The page of the deleted record is about to close: refetching it would end in a 404.
      !(typeof deletedId === 'string' && JSON.stringify(query.queryKey).includes(deletedId)),
  });
}

/** Calls `onRecords` with the records that a query receives; returns the function that ends it. */
export const watchRecords = (
  client: QueryClient,
  onRecords: (resource: unknown, records: RaRecord[]) => void,
): (() => void) =>
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const [resource] = event.query.queryKey as readonly unknown[];
    onRecords(resource, recordsIn(event.query.state.data));
  });

/** The records in a query's data, which has them as `withRecord` says. */
function recordsIn(data: unknown): RaRecord[] {
  if (Array.isArray(data)) return data.filter(isRecord);
  if (isRecord(data)) return [data];
  return typeof data === 'object' && data !== null && 'data' in data ? recordsIn(data.data) : [];
}
