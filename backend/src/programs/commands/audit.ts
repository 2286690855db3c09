import { CliError, runCli } from '../../platform/cli/cli.js';
import { withDatabase } from '../../platform/database/with-database.js';
import { loadConfig } from '../settings.js';

const definition = {
  name: 'audit',
  forms: ['[check]', 'begin'],
  description: `Checks that no entry of the audit trail was changed, added, or has gone before its time, and exits with 1 where
one was; it names the first one. It works beside a running server or without one, and needs its JWT_SECRET.
begin makes a new chain of all entries as they are, at the next start of the server: where the secret that the
present one is kept under is lost.`,
  maxPositionals: 1,
};

const dayMs = 86_400_000;

await runCli(definition, async (_, [command = 'check']) => {
  if (command !== 'check' && command !== 'begin')
    throw new CliError(`audit takes check or begin, not "${command}"`);
  await withDatabase(loadConfig, async (connection, config) => {
    if (command === 'begin') {
      const { forgetChain } = await import('../../audit/forget-chain.js');
      await forgetChain(config, connection);
      console.log('The next start of the server begins a new chain');
      return;
    }
    const { requireChainKey } = await import('../../audit/require-chain-key.js');
    const { checkChain } = await import('../../audit/check-chain.js');
    const { describeEnd, readAnchorFile } = await import('../../audit/anchor.js');
    const { readKeys } = await import('../../platform/secrets/server-key.js');
    const keys = await readKeys(config, connection);
    const anchor = keys && readAnchorFile(keys, config);
    const key = await requireChainKey(config, connection);
    const state = await checkChain(connection, key, config.auditRetentionDays * dayMs, anchor);
    if ('fault' in state) {
      console.log(`The audit trail is not as it was written: ${state.fault}`);
      process.exitCode = 1;
      return;
    }
    const { entries, waiting, until, hash } = state;
    const linked = hash ? `linked until ${until.toISOString()}` : 'none linked yet';
    const unlinked = waiting ? `; ${waiting} wait for their link` : '';
    console.log(`The audit trail is whole: ${entries} entries, ${linked}${unlinked}`);
    console.log(`Its end is ${describeEnd(state)}`);
  });
});
