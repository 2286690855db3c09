import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { findFreePort } from '../../src/testing/free-port.js';
import { uriForDatabase } from '../../src/testing/uri-for-database.js';

const program = join(import.meta.dirname, '../../../dist/backend/src/main.js');

describe('a server in a new database', () => {
  it('takes the first admin’s sign-in as soon as it says that it is healthy, and stops at a signal', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'trip-first-'));
    const port = await findFreePort();
    const password = 'correct horse battery staple';
    const child = spawn(process.execPath, [program], {
      stdio: 'ignore',
      env: {
        ...process.env,
        MONGODB_URI: uriForDatabase(process.env.MONGODB_URI ?? '', `first_${dataDir.slice(-6)}`),
        ...{ PORT: String(port), DATA_DIR: dataDir, ADMIN_PASSWORD: password },
      },
    });
    const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    const api = `http://127.0.0.1:${port}/api`;
    const isHealthy = () =>
      fetch(`${api}/health`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await isHealthy())) await turn();

    const { status } = await fetch(`${api}/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password }),
    });
    child.kill('SIGTERM');

    expect(status).toBe(200);
    expect(await exited).toEqual([0, null]);
    rmSync(dataDir, { recursive: true });
  });
});
