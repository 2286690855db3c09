import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose, { type Connection } from 'mongoose';
import { connectionOptions } from '../src/platform/database/database.module.js';
import { listen } from '@packages/embedded-database';
import { seed } from '../src/programs/seed/seed.js';
import { uriForDatabase } from '../src/testing/uri-for-database.js';

const dist = join(import.meta.dirname, '..');
export const password = 'a password for the benchmarks';

/** A running program and the address that it listens on. */
export interface Program {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** Returns the memory of a program, in megabytes. */
export const memoryOf = ({ pid }: Program): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

async function launch(path: string, env: Record<string, string>): Promise<Program> {
  const child: ChildProcess = spawn(process.execPath, [join(dist, path)], {
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (data) => {
      const found = /listens at (\w+:\/\/\S+)/.exec(String(data))?.[1];
      if (found) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`${path} ended with ${code}`)));
  });
  const stop = async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await gone;
  };
  return { url, pid: child.pid ?? 0, stop };
}

/**
 * A database with generated data, the application on it, and the bare server as its baseline: plain Fastify with the
 * official driver, the same queries, no validation.
 */
export interface BenchEnvironment {
  connection: Connection;
  app: Program;
  bare: Program;
  /** The application without mails on checkouts. */
  withoutMail: Program;
  token: string;
  /** Starts a further program on the same database. */
  launch(path: string, env?: Record<string, string>): Promise<Program>;
  close(): Promise<void>;
}

/** Opens an environment with this number of payments, on MONGODB_URI's server or an embedded database. */
export async function openWorld(payments: number): Promise<BenchEnvironment> {
  const dataDir = await mkdtemp(join(tmpdir(), 'trip-bench-'));
  const database = process.env.MONGODB_URI ? undefined : await listen({ dataDir });
  const server = database?.uri ?? process.env.MONGODB_URI ?? '';
  const uri = uriForDatabase(server, `bench_${process.pid}_${payments}`);
  const connection = await mongoose.createConnection(uri, connectionOptions(uri)).asPromise();
  await seed(connection, { customers: Math.ceil(payments * 0.7), payments, start: 1 });
  const env = {
    MONGODB_URI: uri,
    DATA_DIR: join(dataDir, 'app'),
    ADMIN_PASSWORD: password,
    RATE_LIMIT_CHECKOUT: '1000000',
    RATE_LIMIT_MAILS: '1000000',
    RATE_LIMIT_LOGIN: '1000000',
    RATE_LIMIT_COSTLY: '1000000',
  };
  const app = await launch('src/server.js', env);
  const bare = await launch('bench/bare-server.js', env);
  const withoutMail = await launch('bench/app-without-mail.js', env);
  const login = await fetch(`${app.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  const { token } = (await login.json()) as { token: string };
  return {
    connection,
    app,
    bare,
    withoutMail,
    token,
    launch: (path, further = {}) => launch(path, { ...env, ...further }),
    async close() {
      await Promise.all([app.stop(), bare.stop(), withoutMail.stop()]);
      await connection.dropDatabase();
      await connection.close();
      await database?.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
