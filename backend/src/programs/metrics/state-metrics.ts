import { statfs } from 'node:fs/promises';
import type { Connection, mongo } from 'mongoose';
import { Gauge, type Registry } from 'prom-client';
import { countLimit } from '#domain/platform/lists';
import { unsentMailStates } from '#domain/mail/mail';
import { lastBackupAt } from '../../platform/backups/last-backup.js';
import type { DatabaseConfig } from '../../platform/config/database-settings.js';

/** Timeout of each query, in milliseconds: a scrape ends after ten seconds. */
const maxTimeMS = 2000;

const mailStates = ['held', 'failed', ...unsentMailStates];
const waitingStates = ['ready', 'review'];

/** Reads a value; undefined where the database does not answer in time, so that the other metrics are still there. */
const attempt = <Value>(read: () => Promise<Value>): Promise<Value | undefined> =>
  read().catch(() => undefined);

/** Registers the metrics that are read from the database and the disk at each scrape. */
export function measureState(
  connection: Connection,
  { dataDir }: Pick<DatabaseConfig, 'dataDir'>,
  registry: Registry,
): void {
  const gauge = (
    name: string,
    help: string,
    collect: (gauge: Gauge) => Promise<void>,
    labelNames: string[] = [],
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset();
        // A reset gauge without labels is 0, which would be an answer: it has none until it is set.
        if (!labelNames.length) this.remove();
        await collect(this);
      },
    });
  const count = (collection: string, filter: mongo.Filter<mongo.Document>) =>
    attempt(() => connection.collection(collection).countDocuments(filter, { maxTimeMS, limit: countLimit }));
  const counts = (name: string, help: string, collection: string, states: readonly string[], extra = {}) =>
    gauge(
      name,
      help,
      async (one) => {
        for (const state of states) {
          const found = await count(collection, { state, ...extra });
          if (found !== undefined) one.set({ state }, found);
        }
      },
      ['state'],
    );

  gauge(
    'trip_database_ping_seconds',
    'Time that the database takes to respond; none if it does not.',
    async (one) => {
      const started = performance.now();
      const answer = await attempt(() =>
        connection.getClient().db().command({ ping: 1 }, { timeoutMS: maxTimeMS }),
      );
      if (answer) one.set((performance.now() - started) / 1000);
    },
  );
  counts(
    'trip_mails',
    `Mails by state, up to ${countLimit}; without those sent or cancelled.`,
    'mails',
    mailStates,
    {
      dismissed: { $exists: false },
    },
  );
  gauge('trip_mails_oldest_due_seconds', 'Age of the oldest mail that is due.', async (one) => {
    const due = await attempt(() =>
      connection
        .collection<{ dueAt?: Date }>('mails')
        .findOne(
          { dueAt: { $lte: new Date() } },
          { sort: { dueAt: 1 }, maxTimeMS, projection: { dueAt: 1 } },
        ),
    );
    if (due !== undefined) one.set(due?.dueAt ? (Date.now() - due.dueAt.getTime()) / 1000 : 0);
  });
  counts(
    'trip_transactions_waiting',
    `Bank transactions that wait for an admin, up to ${countLimit}.`,
    'banktransactions',
    waitingStates,
  );
  gauge('trip_backup_age_seconds', 'Age of the last backup; none if none was made.', async (one) => {
    const at = await attempt(() => lastBackupAt(connection, maxTimeMS));
    if (at) one.set((Date.now() - at.getTime()) / 1000);
  });
  gauge(
    'trip_disk_bytes',
    'Size of the disk of the data folder, and what is free of it.',
    async (one) => {
      // Beside MongoDB there may be no such folder.
      const disk = await attempt(() => statfs(dataDir));
      if (!disk) return;
      one.set({ kind: 'size' }, disk.bsize * disk.blocks);
      one.set({ kind: 'free' }, disk.bsize * disk.bavail);
    },
    ['kind'],
  );
}
