import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { findFreePort } from '../../src/testing/free-port.js';
import { TestServer } from '../../src/testing/test-server.js';
import { uriForDatabase } from '../../src/testing/uri-for-database.js';

const root = join(import.meta.dirname, '../../..');
const program = join(root, 'dist/backend/src/main.js');

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
        PORT: String(port),
        DATA_DIR: dataDir,
        ADMIN_PASSWORD: password,
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

describe('the script of the code that serves', () => {
  it('is compiled anew where what the build has of it is damaged, and passed over where it is older than the modules @long', async () => {
    const copy = mkdtempSync(join(tmpdir(), 'trip-script-'));
    const replace = (name: string, content: string | Buffer) => {
      const path = join(copy, 'dist/backend/chunks', name);
      // The files of the copy are links.
      rmSync(path);
      writeFileSync(path, content);
      return path;
    };
    execFileSync('cp', ['-rlL', 'dist', copy], { cwd: root });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    const compiled = readFileSync(join(copy, 'dist/backend/chunks/serving.cjs.compiled'));
    compiled.fill(255, compiled.length / 4, compiled.length / 2);
    replace('serving.cjs.compiled', compiled);
    const server = await TestServer.start({}, undefined, copy);
    const older = replace('serving.cjs', 'throw new Error("of an earlier build");');
    utimesSync(older, 0, 0);
    await server.restart();
    expect((await server.api('/account')).status).toBe(200);
    await server.dispose();
    rmSync(copy, { recursive: true });
  });
});
