import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '#domain/platform/roles';
import { uriForDatabase } from './uri-for-database.js';

const repository = join(import.meta.dirname, '../../..');
/** The server's program and the operator's one for accounts, in the repository or a copy of it. */
const program = 'dist/backend/src/server.js';
const accountsProgram = 'dist/backend/src/commands/admin.js';

/** A test's own server: on a free port, with its own data folder and high rate limits. */
export class TestServer {
  readonly adminUsername = 'admin';
  readonly adminPassword = 'correct horse battery staple';
  url = '';
  /** All that it has printed since its first start, the log among it. */
  output = '';
  private child: ChildProcess | undefined;
  private token = '';
  private colleagueAdded: Promise<void> | undefined;
  /** The last refresh token of each user's session. */
  private readonly refreshTokens = new Map<string, string>();

  private constructor(
    private readonly dataDir: string,
    private readonly env: Record<string, string>,
    private readonly root: string,
  ) {}

  /** Starts a server with further settings `env`; `prepare` fills its data first. `root`: a copy of the repository. */
  static async start(
    env: Record<string, string> = {},
    prepare?: (environment: NodeJS.ProcessEnv) => void,
    root = repository,
  ): Promise<TestServer> {
    const server = new TestServer(await mkdtemp(join(tmpdir(), 'trip-e2e-')), env, root);
    prepare?.(server.environment);
    await server.launch();
    return server;
  }

  /** The environment of the server and of its command-line programs. */
  get environment(): NodeJS.ProcessEnv {
    // With a MongoDB, each server has its own database in it.
    const uri = process.env.MONGODB_URI;
    return {
      ...process.env,
      ...(uri && { MONGODB_URI: uriForDatabase(uri, `trip_${this.dataDir.split('-').at(-1)}`) }),
      PORT: new URL(this.url || 'http://localhost:0').port || '0',
      DATA_DIR: this.dataDir,
      ADMIN_USERNAME: this.adminUsername,
      // Of the first start only, which makes the account: measuring its strength takes half of a command's time.
      ...(!this.url && { ADMIN_PASSWORD: this.adminPassword }),
      RATE_LIMIT_CHECKOUT: '100000',
      RATE_LIMIT_MAILS: '1000000',
      RATE_LIMIT_LOGIN: '100000',
      RATE_LIMIT_REFRESH: '100000',
      RATE_LIMIT_COSTLY: '100000',
      LOG_LEVEL: 'error',
      ...this.env,
    };
  }

  private launch(): Promise<void> {
    const child = spawn(process.execPath, [join(this.root, program)], {
      env: this.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    const before = this.output.length;
    return new Promise((resolve, reject) => {
      const read = (data: Buffer) => {
        this.output += String(data);
        const address = /listens at (http:\S+)/.exec(this.output.slice(before))?.[1];
        if (!address) return;
        this.url = address;
        resolve();
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('exit', (code) =>
        reject(new Error(`The server ended with ${code}: ${this.output.slice(before)}`)),
      );
    });
  }

  /** Ends it; returns its exit code, null if it was killed. */
  private async end(signal: NodeJS.Signals): Promise<number | null> {
    const { child } = this;
    if (!child) return null;
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const gone = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.kill(signal);
    return gone;
  }

  /** Kills the process without a chance to finish anything. */
  kill = (): Promise<number | null> => this.end('SIGKILL');

  /** Stops it like an operator. */
  stop = (): Promise<number | null> => this.end('SIGTERM');

  /** Restarts it on the same port and data; stops it first if it runs. */
  async restart(): Promise<void> {
    await this.stop();
    await this.launch();
  }

  /** Stops it and removes its data. */
  async dispose(): Promise<void> {
    await this.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  /** Runs the operator's command for accounts: `admin('role', 'ann', 'viewer')`; returns what it prints. */
  async admin(...args: string[]): Promise<string> {
    const child = spawn(process.execPath, [join(this.root, accountsProgram), ...args], {
      env: this.environment,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let output = '';
    let errors = '';
    child.stdout.on('data', (data: Buffer) => (output += String(data)));
    child.stderr.on('data', (data: Buffer) => (errors += String(data)));
    // Read by `--password-stdin` only.
    child.stdin.end(`${this.adminPassword}\n`);
    const code = await new Promise((resolve) => child.once('close', resolve));
    if (code !== 0) throw new Error(`${args.join(' ')}: ${errors}`);
    return output;
  }

  /** Adds another account with the first one's password. */
  async addAccount(username: string, role: Role): Promise<void> {
    await this.admin(
      'add',
      username,
      '--role',
      role,
      '--email',
      `${username}@example.com`,
      '--password-stdin',
    );
  }

  /** Adds another admin with the first one's password. */
  addAdmin = (username: string): Promise<void> => this.addAccount(username, 'admin');

  /** Adds a second admin at the first call; returns its username. */
  async colleague(): Promise<string> {
    await (this.colleagueAdded ??= this.addAdmin('colleague'));
    return 'colleague';
  }

  /** Signs in, by default as the first admin: {token, refreshToken}. */
  async login(username = this.adminUsername): Promise<{ token: string; refreshToken: string }> {
    const response = await fetch(`${this.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username, password: this.adminPassword }),
    });
    if (!response.ok) throw new Error(`Sign-in failed: ${response.status} ${await response.text()}`);
    return (await response.json()) as { token: string; refreshToken: string };
  }

  /** Renews the session that the last call for this user returned, as a sign-in takes a tenth of a second's work. */
  async session(username = this.adminUsername): Promise<{ token: string; refreshToken: string }> {
    const refreshToken = this.refreshTokens.get(username);
    const renewed =
      refreshToken &&
      (await fetch(`${this.url}/api/auth/refresh`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ refreshToken }),
      }));
    // A test may have ended the session.
    const tokens =
      renewed && renewed.ok
        ? ((await renewed.json()) as { token: string; refreshToken: string })
        : await this.login(username);
    this.refreshTokens.set(username, tokens.refreshToken);
    return tokens;
  }

  /** Calls the API as the admin: `api('/payments', { method: 'POST', body: {…} })`. */
  async api(
    path: string,
    { body, headers, ...init }: Omit<RequestInit, 'body'> & { body?: unknown } = {},
  ): Promise<Response> {
    const call = async () =>
      fetch(`${this.url}/api${path}`, {
        ...init,
        headers: {
          Authorization: `Bearer ${this.token}`,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...(headers as Record<string, string> | undefined),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    if (!this.token) this.token = (await this.login()).token;
    const response = await call();
    if (response.status !== 401) return response;
    this.token = (await this.login()).token;
    return call();
  }
}
