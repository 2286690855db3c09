import { CliError, invocation, runCli } from '../cli/cli.js';
import { withDatabase } from '../database/with-database.js';

const definition = {
  name: 'figures',
  forms: ['[check]', 'rebuild'],
  description: `Compares the kept statistics with a recount of all records, and exits with 1 where they differ.
rebuild replaces them by the recount. Both work beside a running server.`,
  maxPositionals: 1,
};

await runCli(definition, async (_, [command = 'check']) => {
  if (command !== 'check' && command !== 'rebuild')
    throw new CliError(`figures takes check or rebuild, not "${command}"`);
  await withDatabase(async (connection) => {
    const { rebuildStats, verifyStats } = await import('./rebuild.js');
    if (command === 'rebuild') {
      await rebuildStats(connection);
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
