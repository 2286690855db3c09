import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen } from '@packages/embedded-database';
import { mongo } from 'mongoose';
import { findFreePort } from '../../src/testing/free-port.js';
import { uriForDatabase } from '../../src/testing/uri-for-database.js';
import { FaultProxy } from './fault-proxy.js';

it('passes user, password and parameters of a database’s address on', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'trip-proxy-'));
  const port = await findFreePort();
  const database = await listen({ dataDir, port, auth: { user: 'clerk', password: 'p@ss/word?' } });
  const account = `clerk:${encodeURIComponent('p@ss/word?')}`;
  const proxy = await FaultProxy.start(
    uriForDatabase(`mongodb://${account}@127.0.0.1:${port}/?replicaSet=embedded&appName=suites`, 'trip'),
  );
  const client = await mongo.MongoClient.connect(proxy.uri);
  try {
    await client.db().collection('notes').insertOne({ text: 'kept' });
    expect(client.db().databaseName).toBe('trip');
    expect(await client.db('trip').collection('notes').countDocuments()).toBe(1);
    expect(proxy.heard).toContain('suites');
  } finally {
    await client.close();
    await proxy.close();
    await database.close();
    rmSync(dataDir, { recursive: true });
  }
});
