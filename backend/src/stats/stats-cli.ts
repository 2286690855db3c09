import { CliError, invocation, runCli } from '../cli/cli.js';
import { withDatabase } from '../database/with-database.js';
import { loadConfig } from '../settings.js';

const definition = {
  name: 'figures',
  forms: ['[check]', 'rebuild'],
  description: `Compares the kept statistics with a recount of all records, and exits with 1 where they differ.
rebuild corrects them. Both count one month or country after the other, beside a running server; a rebuild that was
interrupted goes on where it stopped.`,
  maxPositionals: 1,
};

await runCli(definition, async (_, [command = 'check']) => {
  if (command !== 'check' && command !== 'rebuild')
    throw new CliError(`figures takes check or rebuild, not "${command}"`);
  await withDatabase(loadConfig, async (connection) => {
    const { rebuildStats, verifyStats } = await import('./rebuild.js');
    if (command === 'rebuild') {
      await rebuildStats(connection, undefined, (done, parts) => {
        if (done % 100 === 0) console.log(`${done} of ${parts} parts`);
      });
      console.log('The figures are counted anew');
      return;
    }
    const differences = await verifyStats(connection);
    for (const line of differences) console.log(line);
    console.log(
      differences.length
        ? `${differences.length} figures differ: ${invocation('figures')} rebuild`
        : 'The figures are right',
    );
    if (differences.length) process.exitCode = 1;
  });
});
