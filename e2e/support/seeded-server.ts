import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { TestServer } from './server.js';
import { test } from './test.js';

const seed = join(import.meta.dirname, '../../dist/backend/src/seed/main.js');

/** A test whose server has the sample data of the seed. */
export const seeded = test.extend<object, { server: TestServer }>({
  server: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await TestServer.start();
      // The seed needs an empty database that no server has open.
      await server.stop();
      const filled = spawnSync(process.execPath, [seed, '--customers', '60', '--payments', '80'], {
        env: server.environment,
        encoding: 'utf8',
      });
      if (filled.status !== 0) throw new Error(filled.stderr);
      await server.restart();
      await use(server);
      await server.dispose();
    },
    { scope: 'worker' },
  ],
});
