import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { TestServer } from '../../backend/src/testing/test-server.js';
import { cardSettings } from './card-settings.js';
import { test } from './test.js';

const seed = join(import.meta.dirname, '../../dist/backend/src/commands/seed.js');

/** Seeds an empty database. The links in its mails need an address, and there is no server yet that has one. */
function fill(environment: NodeJS.ProcessEnv): void {
  const env = { ...environment, PUBLIC_URL: 'http://localhost' };
  const args = [seed, '--customers', '60', '--payments', '80'];
  const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

/** A test whose server has the sample data of the seed. */
export const seeded = test.extend<object, { server: TestServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await TestServer.start({}, fill);
      await use(server);
      await server.dispose();
    },
    { scope: 'worker' },
  ],
});

/** A test whose server has the sample data of the seed, and takes card events. */
export const seededWithCards = test.extend<object, { server: TestServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const { env, remove } = await cardSettings();
      const server = await TestServer.start(env, fill);
      await use(server);
      await server.dispose();
      await remove();
    },
    { scope: 'worker' },
  ],
});
