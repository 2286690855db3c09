import { fork } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { wrongSettingExitCode } from './platform/cli/exit-codes.js';
import { logProcess } from './platform/cli/process-log.js';
import { builtFile } from './platform/config/built-file.js';
import { markRelease } from './platform/config/release-mark.js';
import { shutdownTimeoutMs } from './platform/http/graceful-shutdown.js';

/** Pause before a server that ended takes its place again, in milliseconds: doubled up to the longest one. */
const shortestPauseMs = 250;
const longestPauseMs = 30_000;
/** Age of a server in milliseconds from which its end is no repetition of the one before. */
const steadyMs = 60_000;

/** The end of a server process; `wasReady` where it had listened. */
interface End {
  code: number | null;
  signal: NodeJS.Signals | null;
  wasReady: boolean;
  ageMs: number;
}

const unmarkRelease = markRelease();
process.on('exit', unmarkRelease);

let server: ReturnType<typeof fork> | undefined;
let stopSignal: NodeJS.Signals | undefined;
const stopped = new AbortController();

/** Runs the server in a process of its own until that ends. */
function runServer(): Promise<End> {
  const started = Date.now();
  let wasReady = false;
  const child = fork(builtFile('server.js'));
  server = child;
  child.on('message', () => (wasReady = true));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    // 'exit' may come before the last messages are read.
    child.once('close', (code, signal) => resolve({ code, signal, wasReady, ageMs: Date.now() - started }));
  });
}

/** Passes a stop on to the server, and ends one that does not answer it, as a computation may keep it busy. */
function stop(signal: NodeJS.Signals): void {
  if (stopSignal) return;
  stopSignal = signal;
  stopped.abort();
  server?.kill(signal);
  setTimeout(() => {
    logProcess('fatal', 'The server does not stop: it is ended', { reason: signal });
    server?.kill('SIGKILL');
  }, shutdownTimeoutMs + 2000).unref();
}

/** Ends this process as the server ended. */
function endAs({ code, signal }: End): void {
  if (signal && signal === stopSignal) {
    process.removeAllListeners(signal);
    unmarkRelease();
    process.kill(process.pid, signal);
  } else process.exit(code === wrongSettingExitCode ? 1 : (code ?? 1));
}

/**
 * Keeps a server running: one that was ready and then dies is replaced. One that cannot start, that has a
 * wrong setting or that was asked to stop is not.
 */
async function supervise(): Promise<void> {
  let pauseMs = shortestPauseMs;
  let hasServed = false;
  for (;;) {
    const end = await runServer();
    hasServed ||= end.wasReady;
    if (stopSignal || !hasServed || end.code === 0 || end.code === wrongSettingExitCode) return endAs(end);
    if (end.ageMs > steadyMs) pauseMs = shortestPauseMs;
    logProcess('error', `The server ended (${end.signal ?? `exit code ${end.code}`}): it is started again`, {
      pauseMs,
    });
    await delay(pauseMs, undefined, { signal: stopped.signal }).catch(() => process.exit(0));
    pauseMs = Math.min(2 * pauseMs, longestPauseMs);
  }
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
await supervise();
