import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { signedIn } from './support/admin.js';
import { applyBlocks, blocks, changedFiles, createdFiles, namedSpecs } from './support/extending.js';
import { lookAsViewer, useAsNewcomer } from './support/newcomer.js';
import { copyRepository } from './support/repository-copy.js';
import { TestServer } from '../backend/src/testing/test-server.js';
import { expect, test } from './support/test.js';

test.use({ ownContext: true });

test('a resource that is added as docs/extending.md says passes the checks, and works', async ({
  page,
  allowConsole,
}) => {
  test.setTimeout(600_000);
  allowConsole(/ERR_FAILED|status of (404|409)/);
  const written = blocks.flatMap(({ code }) => code.replace(/^import [^;]*;$/gm, '').split('\n'));
  expect(written.filter((line) => line.trim() !== '').length).toBeLessThan(240);

  const copy = copyRepository();
  let server: TestServer | undefined;
  try {
    for (const [file, text] of applyBlocks()) {
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      writeFileSync(join(copy, file), text);
    }

    const run = (...args: string[]) =>
      promisify(execFile)(process.execPath, args, { cwd: copy, maxBuffer: 64 * 1024 * 1024 }).catch(
        ({ stdout, stderr }: { stdout: string; stderr: string }) => {
          throw new Error(`${args.join(' ')} failed: ${stdout}${stderr}`);
        },
      );
    const tool = (name: string) => `node_modules/.bin/${name}`;
    await run(tool('oxlint'), '-c', 'oxlint.config.mjs');
    await run(tool('prettier'), '--check', '--log-level', 'warn', ...createdFiles, ...changedFiles);
    await run(tool('knip'), '-c', 'lint/knip.mjs');
    for (const project of ['.', 'admin', 'e2e'])
      await run('node_modules/@typescript/native/bin/tsc', '--noEmit', '-p', project);
    await run('-e', "import('./scripts/build-system.mjs').then(({ build }) => build(['backend', 'admin']))");
    await run('scripts/rooms.mjs');
    expect(namedSpecs).not.toEqual([]);
    await run(tool('jest'), '--forceExit', ...namedSpecs);
    // With the output of its own, as this journey is one of Playwright as well.
    await run(tool('playwright'), 'test', 'e2e/api-document.spec.ts', '--retries=0', '--workers=1');

    server = await TestServer.start({}, undefined, copy);
    await signedIn(page, server);
    await useAsNewcomer(page, server);
    await lookAsViewer(page, server);
  } finally {
    await server?.dispose();
    rmSync(copy, { recursive: true, force: true });
  }
});
