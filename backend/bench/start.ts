import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchmarkGroup } from '../../packages/embedded-database/bench/benchmark.js';

const dist = join(import.meta.dirname, '..');
/** The project's folder, in which npm runs its scripts: the build is a release somewhere below it. */
const root = process.cwd();

/** Milliseconds from the start of a program to the line that says where it listens. */
async function timeToListen(program: string, dataDir: string): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, [program], {
    cwd: root,
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (data) => /listens at/.test(String(data)) && resolve());
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}`)));
  });
  const time = performance.now() - started;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
  return time;
}

/** The environment is a data folder on which a server was started before. */
export const startBenchmarks: BenchmarkGroup<string> = {
  open: async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'trip-bench-start-'));
    await timeToListen(join(root, 'scripts/start.mjs'), dataDir);
    return dataDir;
  },
  close: (dataDir) => rm(dataDir, { recursive: true, force: true }),
  benchmarks: [
    {
      name: 'start',
      what: 'a second npm start, until it listens',
      limit: 'a bare Nest application with the same modules',
      goal: 1.5,
      direction: 'atMost',
      run: async (dataDir) => ({
        measured: await timeToListen(join(root, 'scripts/start.mjs'), dataDir),
        limit: await timeToListen(join(dist, 'bench/bare-nest.js'), dataDir),
        unit: 'ms',
      }),
    },
  ],
};
