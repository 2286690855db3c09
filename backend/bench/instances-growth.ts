import mongoose, { type Connection } from 'mongoose';
import type { BenchmarkGroup } from '../../packages/embedded-database/bench/benchmark.js';
import type { BenchEnvironment } from './environment.js';
import { addition, closeWorlds, openWorlds, type Worlds } from './growth.js';

const batch = 5000;
const { ObjectId } = mongoose.mongo;

/** Inserts generated records, newest first in none of their fields. */
export async function insert(
  connection: Connection,
  collection: string,
  count: number,
  make: (number: number) => object,
) {
  for (let done = 0; done < count; done += batch) {
    const records = Array.from({ length: Math.min(batch, count - done) }, (_, offset) => {
      const createdAt = new Date(Date.now() - (count - done - offset) * 1000);
      return { _id: new ObjectId(), createdAt, ...make(done + offset) };
    });
    await connection.collection(collection).insertMany(records, { ordered: false });
  }
}

const one = <Value>(of: readonly Value[], number: number): Value => of[number % of.length]!;

/** Adds as many mails, audit entries and bank transactions as there are payments. */
export async function fill({ connection }: BenchEnvironment, count: number): Promise<void> {
  const account = new ObjectId();
  await insert(connection, 'mails', count, (number) => ({
    key: `bench:${number}`,
    kind: one(['instructions', 'alert', 'paid'], number),
    attempts: 1,
    to: `visitor.${number}@gmail.com`,
    subject: 'Your Payment',
    text: 'Text',
    html: '<p>Text</p>',
    searchText: `visitor.${number}@gmail.com\nyour payment`,
    messageId: `<${number}@example.com>`,
    state: number % 50 ? 'sent' : 'failed',
    nextAttemptAt: new Date(),
    sentAt: new Date(),
  }));
  await insert(connection, 'audit', count, (number) => ({
    at: new Date(Date.now() - (count - number) * 1000),
    by: one(['admin', 'ann', 'ben'], number),
    action: one(['create', 'update', 'status'], number),
    resource: one(['customers', 'payments'], number),
    resourceId: new ObjectId().toHexString(),
    ip: '192.0.2.1',
    requestId: String(number),
  }));
  await insert(connection, 'banktransactions', count, (number) => ({
    bankAccountId: account,
    statementIds: [new ObjectId()],
    format: 'csv',
    currency: 'CAD',
    day: new Date(Date.now() - (number % 700) * 86_400_000).toISOString().slice(0, 10),
    cents: 100 + number,
    restCents: 0,
    text: `TRANSFER ${number}`,
    searchText: `transfer ${number}`,
    textHash: String(number),
    textOccurrence: 0,
    textFingerprint: `bench:${number}`,
    state: one(['matched', 'matched', 'matched', 'ignored'], number),
    candidates: [],
    allocations: [],
    version: 0,
    isUnmatched: false,
  }));
}

const added = (name: string, what: string, path: string, records = 'of them') =>
  addition(name, what, path, 'instances-growth', records);

export const instancesGrowthBenchmarks: BenchmarkGroup<Worlds> = {
  open: () => openWorlds(fill),
  close: closeWorlds,
  benchmarks: [
    added('mails', 'the first page of mails', '/mails'),
    added('mails-state', 'mails of one state', '/mails?filter[state]=failed'),
    added('mails-kind', 'mails of one kind', '/mails?filter[kind]=alert'),
    added('audit', 'the first page of the audit trail', '/audit'),
    added('audit-action', 'audit entries of one action', '/audit?filter[action]=update'),
    added('transactions', 'bank transactions with their counts by state', '/bank-transactions'),
    added('transactions-state', 'those of one state', '/bank-transactions?filter[state]=matched'),
    added('counts', 'the numbers of the drawer', '/counts', 'of each'),
    added('search-prefix', 'a search for the start of a common word', '/search?q=gmail', 'payments'),
    added('overdue', 'overdue payments', '/reports/overdue', 'payments'),
    added('updated', 'payments by their last change', '/payments?sort=-updatedAt', 'payments'),
    added('transfer-date', 'payments by transfer date', '/payments?sort=transferDate', 'payments'),
    added('reference', 'payments by reference', '/payments?sort=referenceNumber', 'payments'),
    added('country', 'customers of one country', '/customers?filter[country]=usa', 'payments'),
  ],
};
