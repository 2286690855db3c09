// npm run lint: oxlint, prettier and knip beside each other, the last two with a cache in node_modules.
import { join } from 'node:path';
import { main, root, run } from './build-system.mjs';

const tools = [
  ['oxlint', '-c', 'oxlint.config.mjs'],
  ['prettier', '--check', '--cache', '--log-level', 'warn', '.'],
  ['knip', '-c', 'lint/knip.mjs', '--cache'],
];

await main({ usage: 'Usage: npm run lint\n\nRuns oxlint, prettier and knip.' }, async () => {
  const results = await Promise.allSettled(
    tools.map(([name, ...args]) => run(join(root, 'node_modules/.bin', name), args)),
  );
  const failed = results.flatMap(({ reason }) => reason?.message ?? []);
  if (failed.length) throw new Error(failed.join('\n'));
});
