import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../src/testing/free-port.js';
import { waitFor } from '../../src/testing/wait-for.js';

const program = join(import.meta.dirname, '../../../dist/backend/src/main.js');

describe('the process that keeps the server running', () => {
  let dataDir: string;
  let api: string;
  let supervisor: ChildProcess;
  let output: string;
  let exited: Promise<[number | null, NodeJS.Signals | null]>;

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'trip-supervisor-'));
    const port = await findFreePort();
    api = `http://127.0.0.1:${port}/api`;
    output = '';
    // A data folder of its own: the lock of the former server's database is given up with it.
    const env = { ...process.env, MONGODB_URI: '', PORT: String(port), DATA_DIR: dataDir };
    supervisor = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'pipe'], env });
    exited = once(supervisor, 'exit') as typeof exited;
    for (const stream of [supervisor.stdout, supervisor.stderr])
      stream?.on('data', (data) => (output += String(data)));
    await waitFor(() => /listens at/.test(output));
  });
  afterEach(async () => {
    supervisor.kill('SIGTERM');
    await exited;
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** The process of the server: the only child of its supervisor. */
  const serverPid = () =>
    Number(readFileSync(`/proc/${supervisor.pid}/task/${supervisor.pid}/children`, 'utf8').trim());
  const isServing = () =>
    fetch(`${api}/health`).then(
      ({ ok }) => ok,
      () => false,
    );

  it('replaces a server that was killed, and says why', async () => {
    const killed = serverPid();
    process.kill(killed, 'SIGABRT');
    await waitFor(() => output.split('listens at').length === 3);
    expect(await isServing()).toBe(true);
    expect(serverPid()).not.toBe(killed);
    expect(output).toContain('The server ended (SIGABRT): it is started again');
    supervisor.kill('SIGINT');
    expect(await exited).toEqual([0, null]);
  });

  it('takes the server along when it is killed itself', async () => {
    expect(await isServing()).toBe(true);
    supervisor.kill('SIGKILL');
    await exited;
    await waitFor(async () => !(await isServing()));
    // The data folder is free as well, as soon as the database has closed it.
    const { listen } = await import('@packages/embedded-database');
    const open = async () => {
      try {
        const database = await listen({ dataDir, onExit: () => undefined });
        await database.close();
        return true;
      } catch (error) {
        if (!/in use/i.test((error as Error).message)) throw error;
        return false;
      }
    };
    await waitFor(open, 15_000);
  });

  it('ends a server that does not answer a stop @long', async () => {
    process.kill(serverPid(), 'SIGSTOP');
    supervisor.kill('SIGTERM');
    const [code, signal] = await exited;
    expect({ code, signal }).toEqual({ code: 1, signal: null });
    expect(output).toContain('The server does not stop: it is ended');
  });
});
