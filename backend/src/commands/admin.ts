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
      const { readKeys, serverKeys } = await import('../secrets/server-key.js');
      // A database that no server has used has no secret yet.
      const keys =
        (await readKeys(config, connection)) ?? (await serverKeys(config, connection, () => undefined));
      const { chain, ...services } = accountServices(connection, config, keys);
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
