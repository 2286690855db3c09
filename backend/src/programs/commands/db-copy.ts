import { CliError, runCli } from '../../platform/cli/cli.js';
import { loadDatabaseConfig } from '../../platform/config/database-settings.js';
import { explainDatabaseError, requireDatabase } from '../../platform/database/database.js';
import { withConnection } from '../../platform/database/with-database.js';

const definition = {
  name: 'db:copy',
  forms: ['--from ADDRESS|FOLDER --to ADDRESS|FOLDER'],
  description: `Copies every collection and index of the application's database to another place, with the server stopped. Both
are MongoDB connection strings, as MONGODB_URI takes them, or data folders. The database that an address names is
the one that counts. It can be repeated after an interruption; a target that holds other records is refused.`,
  options: { from: { type: 'string' }, to: { type: 'string' } },
} as const;

const isAddress = (place: string): boolean => /^mongodb(\+srv)?:\/\//.test(place);

/** Returns the settings of a server on this place. */
const settingsOf = (place: string) =>
  loadDatabaseConfig(
    isAddress(place)
      ? { ...process.env, MONGODB_URI: place }
      : { ...process.env, MONGODB_URI: '', DATA_DIR: place },
  );

await runCli(definition, async ({ from, to }) => {
  if (!from) throw new CliError('--from is missing: it takes a connection string or a data folder');
  if (!to) throw new CliError('--to is missing: it takes a connection string or a data folder');
  try {
    const { isOpen } = await import('@packages/embedded-database');
    // A server's writes meanwhile would be copied in part.
    for (const place of [from, to])
      if (!isAddress(place) && (await isOpen(place)))
        throw new CliError(`A server has the data folder ${place} open: stop it first`);
    const { copyPlace } = await import('@packages/embedded-database/transfer');
    const { databaseName } = await import('../../platform/database/database.js');
    const { linksAfterCopy, secretInCopy } = await import('../../platform/backups/secret-notice.js');
    const source = settingsOf(from);
    await requireDatabase(source);
    // Takes the secret of a folder into its database, which is what is copied.
    await withConnection(source, async (connection) => void (await secretInCopy(connection, source)));
    const [name] = await copyPlace({
      from,
      to,
      database: databaseName,
      onCopied: (namespace, documents) => console.log(`${namespace}: ${documents} documents, done`),
    });
    const target = settingsOf(to);
    await withConnection(target, async (connection) => {
      console.log(
        `Copied to the database ${name}; all counts agree. ${await linksAfterCopy(connection, target)}`,
      );
    });
  } catch (error) {
    throw explainDatabaseError(error, { FULL: 'free some space and run this again' });
  }
});
