import { CliError, invocation, runCli } from '../../platform/cli/cli.js';
import { withDatabase } from '../../platform/database/with-database.js';
import { loadConfig } from '../settings.js';

const definition = {
  name: 'figures',
  forms: ['[check]', 'rebuild'],
  description: `Compares what is kept with a recount of all records, and exits with 1 where it differs: the status and the
figures of each payment with its entries, its bookings with its sale, its entries by bank with the bank transactions,
payouts with their lines, payments and bank transactions, and the statistics with all of them. rebuild corrects figures, bookings, payouts and statistics. Both go through the records part by
part, beside a running server; a rebuild that was interrupted goes on where it stopped.`,
  maxPositionals: 1,
};

await runCli(definition, async (_, [command = 'check']) => {
  if (command !== 'check' && command !== 'rebuild')
    throw new CliError(`figures takes check or rebuild, not "${command}"`);
  await withDatabase(loadConfig, async (connection, config) => {
    const { rebuildStats, verifyStats } = await import('../../ledger/stats/rebuild.js');
    const { verifyLedgers } = await import('../../ledger/stats/ledger-check.js');
    const { verifyPayouts } = await import('../../ledger/stats/payout-check.js');
    const { rebuildLedgers } = await import('../../ledger/stats/ledger-rebuild.js');
    const { rebuildPayouts } = await import('../../ledger/stats/payout-rebuild.js');
    if (command === 'rebuild') {
      await rebuildLedgers(connection, config);
      await rebuildPayouts(connection, config.calendar);
      await rebuildStats(connection, undefined, (done, parts) => {
        if (done % 100 === 0) console.log(`${done} of ${parts} parts`);
      });
      console.log('The figures are counted anew');
      return;
    }
    const differences = [
      ...(await verifyLedgers(connection)),
      ...(await verifyPayouts(connection)),
      ...(await verifyStats(connection)),
    ];
    for (const line of differences) console.log(line);
    console.log(
      differences.length
        ? `${differences.length} figures differ: ${invocation('figures')} rebuild`
        : 'The figures are right',
    );
    if (differences.length) process.exitCode = 1;
  });
});
