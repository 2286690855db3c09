import { Binary, MongoClient, type MongoClientOptions } from 'mongodb';
import { folderPaths, readOwner } from '../storage/files/data-directory.js';
import { codeOf, runTool, startServer, temporaryFolder, type TestServer } from '../testing/server.js';
import { message, WireClient } from '../testing/wire.js';

const auth = { username: 'clerk, =1', password: 'right: p@ss/w0rd' };
let server: TestServer;
beforeAll(async () => (server = await startServer(undefined, { auth })));
afterAll(() => server.stop());

/** Runs a command by a connection of its own. */
async function runAs(
  options: MongoClientOptions,
  command: Record<string, unknown> = { count: 'rows' },
  uri = server.uri,
): Promise<unknown> {
  const client = new MongoClient(uri, { ...options, serverSelectionTimeoutMS: 20_000 });
  try {
    return await client.db('test').command(command);
  } finally {
    await client.close();
  }
}

describe('a server that requires an account', () => {
  it('serves those who sign in, on every connection of a pool', async () => {
    const rows = await server.collection([{ _id: 1 }]);
    expect(await Promise.all(Array.from({ length: 20 }, () => rows.countDocuments()))).toEqual(
      Array.from({ length: 20 }, () => 1),
    );
    await server.client.withSession((session) =>
      session.withTransaction(async () => void (await rows.insertOne({ _id: 2 }, { session }))),
    );
    expect(await rows.countDocuments()).toBe(2);
  });

  it('takes user and password from the connection string', async () => {
    const [user, password] = [auth.username, auth.password].map(encodeURIComponent);
    const uri = server.uri.replace('//', `//${user}:${password}@`);
    expect(await runAs({}, { count: 'rows' }, uri)).toMatchObject({ ok: 1 });
    expect(await runAs({ authMechanism: 'SCRAM-SHA-256' }, { count: 'rows' }, uri)).toMatchObject({ ok: 1 });
  });

  it('tells who has signed in', async () => {
    const status = await server.main.command({ connectionStatus: 1 });
    expect(status.authInfo).toMatchObject({ authenticatedUsers: [{ user: auth.username, db: 'admin' }] });
  });

  it.each([
    ['a wrong password', { ...auth, password: 'wrong password' }],
    ['an unknown user', { ...auth, username: 'other' }],
  ])('refuses %s', async (_name, wrong) => {
    expect(await codeOf(runAs({ auth: wrong }))).toBe(18);
  });

  it('refuses an account of another database, and another mechanism', async () => {
    expect(await codeOf(runAs({ auth, authSource: 'test' }))).toBe(18);
    expect(await codeOf(runAs({ auth, authMechanism: 'SCRAM-SHA-1' }))).toBe(334);
  });

  it.each([
    { find: 'rows' },
    { insert: 'rows', documents: [{}] },
    { listDatabases: 1, $db: 'admin' },
    { getMore: 1n, collection: 'rows' },
    { endSessions: [] },
    { serverStatus: 1 },
    { commitTransaction: 1, txnNumber: 1n, autocommit: false },
  ])('answers %j only to those who have signed in', async (command) => {
    expect(await codeOf(runAs({}, command))).toBe(13);
  });

  it.each([{ hello: 1 }, { ping: 1 }, { buildInfo: 1 }, { connectionStatus: 1 }])(
    'answers %j to all',
    async (command) => {
      expect(await runAs({}, command)).toMatchObject({ ok: 1 });
    },
  );

  it('lets the owner of the folder through the socket in it without a password', async () => {
    const { socket } = readOwner(folderPaths(server.dataDir).lock)!;
    const uri = `mongodb://${encodeURIComponent(socket)}/?directConnection=true`;
    expect(await runAs({}, { count: 'rows' }, uri)).toMatchObject({ ok: 1 });
    expect(await runAs({ auth }, { count: 'rows' }, uri)).toMatchObject({ ok: 1 });
  });

  it('a connection needs authentication again after logout', async () => {
    const client = await new MongoClient(server.uri, { auth, maxPoolSize: 1 }).connect();
    await client.db('admin').command({ logout: 1 });
    expect(await codeOf(client.db('test').command({ count: 'rows' }))).toBe(13);
    await client.close();
  });

  it('has wrong passwords wait for one another, over all connections', async () => {
    const started = performance.now();
    const wrong = { auth: { ...auth, password: 'wrong password' } };
    const codes = await Promise.all(Array.from({ length: 6 }, () => codeOf(runAs(wrong))));
    expect(codes).toEqual([18, 18, 18, 18, 18, 18]);
    expect(performance.now() - started).toBeGreaterThan(5 * 240);
    expect(await runAs({ auth })).toMatchObject({ ok: 1 });
  });
});

describe('an exchange without a driver', () => {
  const payload = (text: string) => new Binary(Buffer.from(text));
  const begin = (text: string, more = {}) => ({
    saslStart: 1,
    mechanism: 'SCRAM-SHA-256',
    payload: payload(text),
    $db: 'admin',
    ...more,
  });

  it.each([
    [
      'that goes on before it has begun',
      [{ saslContinue: 1, conversationId: 1, payload: payload(''), $db: 'admin' }],
      17,
    ],
    ['that begins with anything', [begin('anything')], 18],
    ['whose payload is a number', [begin('', { payload: 1 })], 18],
    [
      'whose proof is cut off',
      [
        begin('n,,n=a,r=abc'),
        { saslContinue: 1, conversationId: 1, payload: payload('c=biws,r=abc,p=YQ=='), $db: 'admin' },
      ],
      18,
    ],
    [
      'that is another one',
      [begin('n,,n=a,r=abc'), { saslContinue: 1, conversationId: 2, payload: payload(''), $db: 'admin' }],
      17,
    ],
  ])('%s is refused', async (_name, commands, code) => {
    const client = await WireClient.connect(server.uri);
    let reply;
    for (const command of commands) reply = await client.command(command);
    expect(reply).toMatchObject({ ok: 0, code });
    expect(await client.command({ find: 'rows', $db: 'test' })).toMatchObject({ code: 13 });
    client.end();
  });

  it('of a large message before it is over closes the connection', async () => {
    const client = await WireClient.connect(server.uri);
    expect(await client.command({ ping: 1, pad: 'x'.repeat(15_000), $db: 'admin' })).toMatchObject({ ok: 1 });
    client.send(message({ ping: 1, pad: 'x'.repeat(17_000), $db: 'admin' }));
    await client.closed();
  });

  it('shows an unknown user the same salt each time, as a known one', async () => {
    const client = await WireClient.connect(server.uri);
    const saltOf = async (user: string) => {
      const { payload: bytes } = (await client.command(begin(`n,,n=${user},r=abc`))) as { payload: Binary };
      return /,s=([^,]+),i=15000$/.exec(Buffer.from(bytes.value()).toString())?.[1];
    };
    const salts = [
      await saltOf('unknown'),
      await saltOf('unknown'),
      await saltOf('clerk=2C =3D1'),
      await saltOf('clerk=2C =3D1'),
    ];
    client.end();
    expect(salts[0]).toBe(salts[1]);
    expect(salts[2]).toBe(salts[3]);
    expect(salts[0]).toHaveLength(salts[2]!.length);
  });
});

it('a server without an account refuses authentication', async () => {
  const open = await startServer();
  expect(await codeOf(runAs({ auth }, { ping: 1 }, open.uri))).toBe(18);
  expect(await runAs({}, { count: 'rows' }, open.uri)).toMatchObject({ ok: 1 });
  await open.stop();
});

it('serve does not start with --auth but without a password', async () => {
  const { code, output } = await runTool('serve', [
    '--data-dir',
    temporaryFolder(),
    '--port',
    '0',
    '--auth',
    'clerk',
  ]);
  expect(code).toBe(1);
  expect(output).toContain('EMBEDDED_DATABASE_PASSWORD');
});
