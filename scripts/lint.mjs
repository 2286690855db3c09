// npm run lint: oxlint, oxfmt and knip beside each other, the last with a cache in node_modules.
import { join } from 'node:path';
import { main, root, run } from './build-system.mjs';

const tools = [
  ['oxlint', '-c', 'oxlint.config.mjs'],
  ['oxfmt', '--check', '.'],
  ['knip', '-c', 'lint/knip.mjs', '--cache'],
];

await main({ usage: 'Usage: npm run lint\n\nRuns oxlint, oxfmt and knip.' }, async () => {
  const results = await Promise.allSettled(
    tools.map(([name, ...args]) => run(join(root, 'node_modules/.bin', name), args)),
  );
  const failed = results.flatMap(({ reason }) => reason?.message ?? []);
  if (failed.length) throw new Error(failed.join('\n'));
});
