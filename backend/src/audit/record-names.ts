import mongoose, { type Connection } from 'mongoose';
import type { AuditResource } from '#domain/audit/audit';
import { type CardEventType, cardEventTypeNames } from '#domain/cards/cards';
import { type Cents, type Currency, formatCents, isCurrency } from '#domain/platform/money';
import { asText } from '#domain/platform/rules';
import { queryTimeoutOptions } from '../platform/database/query-timeout.js';
import type { AuditEntry } from './audit.schema.js';

type Stored = Record<string, unknown>;

/** The collection of a resource's records, and the name of one: the first of `fields`, or what `say` makes of all. */
interface Named {
  collection: string;
  fields: readonly [string, ...string[]];
  say?: (record: Stored) => string;
}

const named: Partial<Record<AuditResource, Named>> = {
  payments: { collection: 'payments', fields: ['referenceNumber'] },
  customers: { collection: 'customers', fields: ['fullName'] },
  mails: { collection: 'mails', fields: ['subject'] },
  documents: { collection: 'documents', fields: ['number'] },
  statements: { collection: 'statements', fields: ['fileName'] },
  accounts: { collection: 'users', fields: ['username'] },
  invitations: { collection: 'invitations', fields: ['email'] },
  'bank-accounts': { collection: 'bankaccounts', fields: ['name'] },
  'bank-transactions': {
    collection: 'banktransactions',
    fields: ['payer', 'cents', 'currency'],
    say: ({ payer, cents, currency }) =>
      [formatCents(cents as Cents, currency as Currency), asText(payer)].filter(Boolean).join(' · '),
  },
  'interac-notices': { collection: 'interacnotices', fields: ['referenceNumber'] },
  'card-events': {
    collection: 'cardevents',
    fields: ['type'],
    say: ({ type }) => cardEventTypeNames[type as CardEventType],
  },
  'card-payouts': { collection: 'cardpayouts', fields: ['_id'] },
};

/** The names of records of one resource and the currencies of their amounts, by their ids. */
async function namesOf(connection: Connection, { collection, fields, say }: Named, ids: string[]) {
  const stored = ids.flatMap((id) =>
    mongoose.isObjectIdOrHexString(id) ? [new mongoose.Types.ObjectId(id), id] : [id],
  );
  const records = await connection
    .collection<Stored & { _id: mongoose.Types.ObjectId | string }>(collection)
    .find(
      { _id: { $in: stored } },
      {
        projection: Object.fromEntries([...fields, 'currency'].map((field) => [field, 1])),
        ...queryTimeoutOptions(),
      },
    )
    .toArray();
  return new Map(
    records.map((record): [string, { name: string; currency: unknown }] => {
      const { _id, currency } = record;
      return [String(_id), { name: say ? say(record) : asText(record[fields[0]]), currency }];
    }),
  );
}

/** The value of a field that an entry tells, as of a deleted record. */
function toldBy({ changes = [] }: AuditEntry, field: string): string {
  const told = changes.find((change) => change.field === field);
  return asText(told?.to) || asText(told?.from);
}

/** Adds to each entry its record's present name and currency, else those that it tells; a call for each resource. */
export async function withRecordNames<Entry extends AuditEntry>(
  connection: Connection,
  entries: readonly Entry[],
): Promise<(Entry & { name?: string; currency?: Currency })[]> {
  const resources = [...new Set(entries.map(({ resource }) => resource))];
  const names = new Map(
    await Promise.all(
      resources.map(async (resource) => {
        const about = named[resource];
        const some = entries.filter((entry) => entry.resource === resource);
        const ids = [...new Set(some.flatMap(({ resourceId }) => resourceId ?? []))];
        return [resource, about && ids.length ? await namesOf(connection, about, ids) : undefined] as const;
      }),
    ),
  );
  return entries.map((entry) => {
    const about = named[entry.resource];
    if (!about) return entry;
    const found = names.get(entry.resource)?.get(entry.resourceId ?? '');
    const name = found?.name || toldBy(entry, about.fields[0]);
    const currency = found?.currency ?? toldBy(entry, 'currency');
    return { ...entry, ...(name && { name }), ...(isCurrency(currency) && { currency }) };
  });
}
