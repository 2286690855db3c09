import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getConnectionToken } from '@nestjs/mongoose';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import mongoose, { type Connection, type mongo } from 'mongoose';
import request from 'supertest';
import type { SignInTokens } from '#domain/auth/auth';
import { isDuplicateKey } from '../platform/database/duplicate-key.js';
import { SignInsService } from '../auth/sign-in/sign-ins.service.js';
import type { AccountConfig } from '../auth/users/account-settings.js';
import { UsersService } from '../auth/users/users.service.js';
import type { Caller } from '../platform/http/caller.decorator.js';
import { MAIL_TIMES, type MailTimes } from '../mail/mail-times.js';
import { hashPassword } from '../platform/secrets/passwords.js';
import { holdToContract, readContract } from './contract.js';
import { waitFor } from './wait-for.js';
import { loadConfig } from '../programs/settings.js';
import { type AppOptions, createApp } from '../programs/configure-app.js';
import { startWork } from '../programs/start-work.js';
import { patience } from '../platform/work/patience.js';
import { uriForDatabase } from './uri-for-database.js';

/** The secret of the tests' servers, which programs beside one need as well. */
export const testSecret = 'a secret that only the tests know of';

const password = 'correct horse battery staple';

/** Time-outs in milliseconds, several times the server's own, so that no other work of the machine makes a call a 503. */
const patient = { queryTimeoutMs: 60_000, responseTimeoutMs: 100_000, bodyTimeoutMs: 60_000, factor: 6 };

/** Gives calls of the database more time, where its connection string does not say how long they may take. */
const patiently = (uri: string): string =>
  /[?&]socketTimeoutMS=/i.test(uri)
    ? uri
    : `${uri}${uri.includes('?') ? '&' : '?'}socketTimeoutMS=${patient.queryTimeoutMs}`;

/** The hash of the password, which all spec files of a worker share. */
const hash = Symbol.for('hash of the test password');
const worker = globalThis as { [hash]?: Promise<string> };

/** The requests of an admin and of a visitor to a server: of `TestApp`, or of a server of its own. */
export type Callers = Pick<TestApp, 'admin' | 'visitor'>;

/** The real server on the real database, called without a port. */
export class TestApp {
  readonly adminUsername = 'admin';
  readonly adminPassword = password;
  token = '';
  /** The token of the device that the first sign-in came from. */
  device = '';
  /** The documents of each collection that `reset` restores. */
  private beginning: Map<string, mongo.Document[]> | undefined;

  private constructor(
    readonly app: NestFastifyApplication,
    readonly uri: string,
    private readonly dataDir: string,
  ) {}

  /**
   * Starts a server, whose time-outs are longer than an operator's unless the connection string or the options set them.
   * @param env settings beyond the tests' own
   * @param uri the database of an existing server
   */
  static async start(env: Record<string, string> = {}, uri?: string, options?: AppOptions): Promise<TestApp> {
    const dataDir = mkdtempSync(join(tmpdir(), 'trip-test-'));
    const settings = loadConfig({
      DATA_DIR: dataDir,
      RATE_LIMIT_CHECKOUT: '100000',
      RATE_LIMIT_LOGIN: '100000',
      RATE_LIMIT_REFRESH: '100000',
      RATE_LIMIT_COSTLY: '100000',
      RATE_LIMIT_MAILS: '1000000',
      LOG_LEVEL: 'silent',
      JWT_SECRET: testSecret,
      ...env,
    });
    // Given past the settings, which would measure the strength of the same password at each start.
    const config = { ...settings, admin: { ...settings.admin, password } };
    const database = uri ?? uriForDatabase(process.env.MONGODB_URI ?? '', `test_${randomUUID().slice(0, 8)}`);
    const { queryTimeoutMs, factor, ...limits } = patient;
    const app = await createApp(config, patiently(database), {
      ...options,
      limits: { ...limits, ...options?.limits },
    });
    holdToContract(app);
    mongoose.set('maxTimeMS', queryTimeoutMs);
    patience.factor = factor;
    // Tests make mails due in the database, of which the outbox hears by its next poll only.
    app.get<MailTimes>(MAIL_TIMES).pollMs = 50;
    await app.init();
    await startWork(app);
    await app.getHttpAdapter().getInstance().ready();
    await readContract(app);
    const test = new TestApp(app, database, dataDir);
    ({ token: test.token, device: test.device } = await test.enter(config.admin));
    return test;
  }

  /**
   * Opens a session of the first admin, whom a new database gets with a hash that is made once: making and verifying one took
   * a quarter of a start's time. No limit counts this sign-in.
   */
  private async enter({ username, email }: AccountConfig['admin']): Promise<SignInTokens> {
    const users = this.app.get(UsersService);
    if ((await users.list()).length) return this.login();
    worker[hash] ??= hashPassword(password);
    const account = { username, email, role: 'admin' as const, passwordHash: await worker[hash] };
    // Undefined where another server that started at the same moment has created it.
    const user = await users.insert(account).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
    });
    if (!user) return this.login();
    const caller: Caller = {
      by: username,
      actor: { kind: 'visitor' },
      ip: '127.0.0.1',
      requestId: randomUUID(),
    };
    return this.app.get(SignInsService).open({ user, how: 'password', device: undefined, caller });
  }

  get connection(): Connection {
    return this.app.get<Connection>(getConnectionToken());
  }

  /** A visitor's request: `app.visitor.post('/api/payments/checkout')`. */
  get visitor() {
    return request(this.app.getHttpServer());
  }

  /** An admin's request. */
  get admin() {
    const agent = request.agent(this.app.getHttpServer());
    return agent.auth(this.token, { type: 'bearer' });
  }

  async login(password = this.adminPassword): Promise<SignInTokens> {
    const answer = await this.visitor
      .post('/api/auth/login')
      .send({ username: this.adminUsername, password })
      .expect(200);
    return answer.body as SignInTokens;
  }

  /**
   * Puts the database back as it was at the first call: `beforeEach(() => app.reset())` gives each test the state after
   * the start, at a tenth of the cost of a server of its own. Tests of the statistics and of the chain of the audit
   * trail, which a server continues from memory, need a server each.
   */
  async reset(): Promise<void> {
    const collections = (await this.connection.db!.collections()).filter(
      // The instance renews its lease itself.
      ({ collectionName }) => collectionName !== 'leases',
    );
    const first = this.beginning;
    this.beginning ??= new Map();
    // A mail that is being sent would arrive in the next test.
    const mails = this.connection.collection('mails');
    await mails.deleteMany({ state: 'queued' });
    await waitFor(async () => (await mails.countDocuments({ state: 'sending' })) === 0);
    for (const collection of collections) {
      if (!first) {
        this.beginning.set(collection.collectionName, await collection.find().toArray());
        continue;
      }
      await collection.deleteMany({});
      const documents = first.get(collection.collectionName) ?? [];
      if (documents.length) await collection.insertMany(documents);
    }
  }

  /** Stops the server; drops its database unless another one still uses it. */
  async stop({ keep = false } = {}): Promise<void> {
    if (!keep) await this.connection.dropDatabase();
    await this.app.close();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}
