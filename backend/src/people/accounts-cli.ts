import { CliError, runCli } from '../cli/cli.js';
import { withDatabase } from '../database/with-database.js';
import { loadConfig } from '../settings.js';
import { definition, readCommand } from './account-commands.js';

await runCli(definition, async (values, [name = '', ...args]) => {
  const command = readCommand(name, args, values);
  await withDatabase(
    loadConfig,
    async (connection, config) => {
      const { companyName } = config.paymentOptions;
      const { accountServices, refusalOf } = await import('./account-services.js');
      const { requireChainKey } = await import('../audit/require-chain-key.js');
      const { chain, ...services } = accountServices(connection, config);
      if (!command.isUnaudited && (await chain.hasBegun())) await requireChainKey(config, connection);
      try {
        await command.run({ ...services, companyName, connection, config }, args, values);
      } catch (error) {
        const refusal = refusalOf(error);
        throw refusal === undefined ? error : new CliError(refusal);
      } finally {
        await chain.settle();
      }
    },
    { create: name === 'add' },
  );
});
