import { runCli } from '../../platform/cli/cli.js';
import { withDatabase } from '../../platform/database/with-database.js';
import { loadConfig } from '../settings.js';
import { definition, readCommand } from './account-commands.js';

await runCli(definition, async (values, [name = '', ...args]) => {
  const command = readCommand(name, args, values);
  await withDatabase(
    loadConfig,
    async (connection, config, uri) => {
      const { companyName } = config.paymentOptions;
      const { withAccounts } = await import('./account-context.js');
      const { hasChain } = await import('../../audit/chain.js');
      const { requireChainKey } = await import('../../audit/require-chain-key.js');
      const { readKeys, serverKeys } = await import('../../platform/secrets/server-key.js');
      // A database that no server has used has no secret yet.
      const keys =
        (await readKeys(config, connection)) ?? (await serverKeys(config, connection, () => undefined));
      if (!command.isUnaudited && (await hasChain(connection))) await requireChainKey(config, connection);
      await withAccounts(config, uri, keys, (services) =>
        command.run({ ...services, companyName, connection, config }, args, values),
      );
    },
    { create: name === 'add' },
  );
});
