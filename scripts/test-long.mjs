// npm run test:long: the tests that npm test runs for a minute, with many more iterations, and all tests of the parts of
// which it leaves some out.
import { join } from 'node:path';
import { runInGroup } from './process-group.mjs';
import { build, install, main, root } from './build-system.mjs';

const bin = (name) => join(root, 'node_modules', '.bin', name);
const jest = bin('jest');
const backend = ['--selectProjects', 'backend'];
const database = ['--selectProjects', 'database'];

/**
 * The parts: arguments of jest, or another program, and the number of iterations or another setting, which an environment
 * variable of that name overrides.
 */
const parts = {
  reconciliation: { args: ['backend/suites/reconciliation/ledger'], env: { RECONCILE_OPERATIONS: '100000' } },
  api: { args: ['backend/suites/security/fuzz'], env: { FUZZ_REQUESTS: '200000' } },
  kills: {
    args: ['backend/suites/faults/(kill|reconcile-kill|database)'],
    env: { LOAD_SECONDS: '120', LOAD_KILLS: '40', RECONCILE_KILLS: '8', DATABASE_BREAKS: '20' },
  },
  servers: {
    args: ['backend/suites/faults/servers'],
    env: { SERVERS_SECONDS: '600', SERVERS_KILL_SECONDS: '60' },
  },
  cards: {
    args: ['backend/suites/faults/card-event'],
    env: { CARD_PAYMENTS: '300', CARD_KILLS: '20', CARD_BURST: '1000', CARD_SHAPES: '20000' },
  },
  mails: { args: ['backend/src/notifications/notifications.spec'], env: { HELD_MAILS: '10000' } },
  crashes: { args: ['storage/(crash|power-cut)', ...database], env: { EMBEDDED_KILLS: '500' } },
  contract: {
    program: process.execPath,
    args: ['scripts/conformance/contract.mjs'],
    env: { CONTRACT_SECONDS: '600' },
  },
  browsers: {
    program: process.execPath,
    args: ['--experimental-websocket', 'scripts/conformance/browsers.mjs'],
    env: {},
  },
  queries: { args: ['differential', ...database], env: { DIFFERENTIAL_ROUNDS: '20000' } },
  backend: {
    args: backend,
    env: { ERASURE_KILLS: '4', ERASURE_ORDERS: '300', MERGE_KILLS: '3', RECONCILE_OPERATIONS: '1000' },
  },
  database: { args: database, env: {} },
  journeys: { program: bin('playwright'), args: ['test'], env: { JOURNEY_LOOKS: 'every' } },
};
/** Timeout of a part, in minutes. */
const longest = 180;

const names = Object.keys(parts);
const usage = `Usage: npm run test:long -- [PART …]

Runs the longest versions of what npm test runs in short, one after the other, for some three hours on two cores.
Parts: ${names.join(', ')}; all of them by default. Their settings are changed by
${Object.values(parts)
  .flatMap(({ env }) => Object.entries(env))
  .map(([name, value]) => `${name}=${value}`)
  .join(', ')}.`;

await main({ usage, takesArguments: true }, async () => {
  const chosen = process.argv.slice(2);
  const unknown = chosen.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length) throw new Error(`Unknown: ${unknown.join(', ')}. There are ${names.join(', ')}`);
  await install({ tools: true });
  await build();
  const failed = [];
  for (const name of names.filter((one) => !chosen.length || chosen.includes(one))) {
    const { program = jest, args, env } = parts[name];
    const { succeeded } = await runInGroup(program, args, { env: { ...env, ...process.env }, longest });
    if (!succeeded) failed.push(name);
  }
  if (failed.length) throw new Error(`Failed: ${failed.join(', ')}`);
});
