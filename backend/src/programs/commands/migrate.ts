import { runCli } from '../../platform/cli/cli.js';
import { withDatabase } from '../../platform/database/with-database.js';
import { loadConfig } from '../settings.js';

const definition = {
  name: 'migrate',
  forms: ['[--help]'],
  description: `Brings stored data to the shape that this version reads, as every start does, without starting the server.
Each migration is run once; other instances that start meanwhile wait for its end.`,
};

await runCli(definition, () =>
  withDatabase(loadConfig, async (connection) => {
    const { migrate } = await import('../../platform/database/migrations/migrate.js');
    let applied = 0;
    await migrate(connection.getClient().db(connection.name), {
      onProgress: (text) => console.error(text),
      onApplied: ({ number, name }, milliseconds) => {
        applied += 1;
        console.log(`Migration ${number} (${name}): done in ${(milliseconds / 1000).toFixed(1)} s`);
      },
    });
    console.log(applied ? 'The database is up to date now' : 'The database is up to date already');
  }),
);
