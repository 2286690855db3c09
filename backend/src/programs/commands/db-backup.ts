import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { CliError, runCli } from '../../platform/cli/cli.js';
import { loadDatabaseConfig } from '../../platform/config/database-settings.js';
import { readWholeNumber } from '../../platform/config/environment.js';
import { explainDatabaseError, requireDatabase } from '../../platform/database/database.js';
import { withConnection } from '../../platform/database/with-database.js';
import { backupTarget, removeOldBackups } from '../../platform/backups/backup-files.js';

const definition = {
  name: 'db:backup',
  forms: ['--to FILE', '--to FOLDER [--keep N]'],
  description: `Writes a consistent copy of the database that the server uses, MONGODB_URI or the embedded one of DATA_DIR, also
while it runs, and reads it again. db:restore puts it back, into either.
  --to FILE          the copy; one that is there is replaced when the new one is whole
  --to FOLDER        a copy named by the time, such as trip-2026-01-31T02-30-00Z.backup
  --keep N           makes the folder where it is missing, and removes the oldest of these copies but for N
  --data-dir FOLDER  the embedded database of this folder, whatever the settings say`,
  options: { to: { type: 'string' }, keep: { type: 'string' }, 'data-dir': { type: 'string' } },
} as const;

await runCli(definition, async ({ to, keep, 'data-dir': dataDir }) => {
  if (!to) throw new CliError('--to is missing: it takes the file, or the folder, of the copy');
  const kept = readWholeNumber('--keep', keep, { fallback: Infinity, min: 1, max: 100_000 });
  const settings = loadDatabaseConfig(
    dataDir ? { ...process.env, DATA_DIR: dataDir, MONGODB_URI: '' } : process.env,
  );
  const target = backupTarget(to, new Date(), keep !== undefined);
  const isDated = target !== resolve(to);
  await requireDatabase(settings);
  await withConnection(settings, async (connection) => {
    const { databaseName } = await import('../../platform/database/database.js');
    const { recordBackup } = await import('../../platform/backups/last-backup.js');
    const { secretInCopy } = await import('../../platform/backups/secret-notice.js');
    const { describeEnd } = await import('../../audit/anchor.js');
    const { chainCollections } = await import('../../audit/chain.js');
    const { join, verifyBackup } = await import('@packages/embedded-database');
    const { backupServer } = await import('@packages/embedded-database/transfer');
    const notice = await secretInCopy(connection, settings);
    let documents: number;
    try {
      if (settings.mongodbUri) await backupServer(settings.mongodbUri, target, databaseName);
      else await (await join(settings)).backup(target);
      documents = verifyBackup(target);
    } catch (error) {
      const IN_USE = 'name another place with --to';
      throw explainDatabaseError(error, { IN_USE, FULL: `free some space, or ${IN_USE}` });
    }
    const { size } = statSync(target);
    await recordBackup(connection, { at: new Date(), documents, bytes: size });
    const megabytes = (size / 2 ** 20).toFixed(1);
    console.log(`Backed up to ${target} and read again: ${documents} documents, ${megabytes} MB. ${notice}`);
    const head = await chainCollections(connection).heads.findOne({ _id: 'head' });
    if (head) console.log(`The end of its audit trail is ${describeEnd(head)}`);
    const removed = isDated && Number.isFinite(kept) ? removeOldBackups(target, kept) : [];
    if (removed.length) console.log(`Removed the oldest: ${removed.join(', ')}`);
  });
});
