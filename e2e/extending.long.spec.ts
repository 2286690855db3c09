import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { signedIn } from './support/admin.js';
import { applyBlocks, blocks, changedFiles, createdFiles, namedSpecs } from './support/extending.js';
import { lookAsViewer, useAsNewcomer } from './support/newcomer.js';
import { test, tsc } from './support/repository-copy.js';
import { expect } from './support/test.js';

test('a resource that is added as docs/extending.md says passes the checks, and works', async ({
  page,
  copy,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED|status of (404|409)/);
  const written = blocks.flatMap(({ code }) => code.replace(/^import [^;]*;$/gm, '').split('\n'));
  expect(written.filter((line) => line.trim() !== '').length).toBeLessThan(240);

  for (const [file, text] of applyBlocks()) {
    mkdirSync(dirname(join(copy.path, file)), { recursive: true });
    writeFileSync(join(copy.path, file), text);
  }

  const tool = (name: string) => `node_modules/.bin/${name}`;
  await copy.node(tool('oxlint'), '-c', 'oxlint.config.mjs');
  await copy.node(tool('oxfmt'), '--check', ...createdFiles, ...changedFiles);
  await copy.node(tool('knip'), '-c', 'lint/knip.mjs');
  for (const project of ['.', 'admin', 'e2e']) await copy.node(tsc, '--noEmit', '-p', project);
  await copy.build();
  await copy.node('scripts/rooms.mjs');
  expect(namedSpecs).not.toEqual([]);
  await copy.node(tool('jest'), '--forceExit', ...namedSpecs);
  // With the output of its own, as this journey is one of Playwright as well.
  await copy.node(tool('playwright'), 'test', 'e2e/api-document.spec.ts', '--retries=0', '--workers=1');

  const server = await copy.serve();
  await signedIn(page, server);
  await useAsNewcomer(page, server);
  await lookAsViewer(page, server);
});
