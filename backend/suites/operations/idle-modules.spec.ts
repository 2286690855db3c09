import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { DiscoveryService } from '@nestjs/core';
import { getConnectionToken } from '@nestjs/mongoose';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Connection } from 'mongoose';
import { createApp } from '../../src/programs/configure-app.js';
import { loadConfig } from '../../src/programs/settings.js';
import { startWork } from '../../src/programs/start-work.js';
import { testSecret } from '../../src/testing/test-app.js';
import { uriForDatabase } from '../../src/testing/uri-for-database.js';

const dataDir = mkdtempSync(join(tmpdir(), 'trip-test-'));
let app: NestFastifyApplication;
let connection: Connection;
beforeAll(async () => {
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: 'silent', JWT_SECRET: testSecret, REMINDER_DAYS: '3' };
  const smtp = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Office <office@example.com>' };
  const uri = uriForDatabase(process.env.MONGODB_URI ?? '', `test_${randomUUID().slice(0, 8)}`);
  app = await createApp(loadConfig({ ...settings, ...smtp, PUBLIC_URL: 'https://trip.example' }), uri);
  await app.init();
  connection = app.get<Connection>(getConnectionToken());
});
afterAll(async () => {
  await connection.dropDatabase();
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const collections = async () =>
  (await connection.db!.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);

it('modules have no hook that could start work, on which a command that takes their services would trip', () => {
  const discovery = app.get(DiscoveryService, { strict: false });
  const instances = [...discovery.getProviders(), ...discovery.getControllers()].map(
    ({ instance }): unknown => instance,
  );
  const hooked = instances.filter(
    (instance) =>
      typeof instance === 'object' &&
      instance !== null &&
      ('onModuleInit' in instance || 'onApplicationBootstrap' in instance),
  );
  expect(hooked.map((instance) => (instance as object).constructor.name)).toEqual([]);
});

it('modules write nothing before the work is started, but the mark of the secret', async () => {
  expect(await collections()).toEqual(['secrets']);
  await startWork(app);
  expect(await collections()).toEqual(expect.arrayContaining(['leases', 'audithead', 'migrations', 'mails']));
  expect(await connection.collection('leases').countDocuments()).toBe(1);
});
