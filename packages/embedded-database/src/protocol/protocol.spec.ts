import { Double, Long, serialize, Timestamp, type Document, UUID } from 'bson';
import type { MongoServerError } from 'mongodb';
import { codeOf, startServer, type TestServer } from '../testing/server.js';
import { body, frame, kind0, message, sequence, WireClient } from '../testing/wire.js';

/** https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/ */
let server: TestServer;
let wire: WireClient;
beforeAll(async () => (server = await startServer()));
afterAll(() => server.stop());
beforeEach(async () => (wire = await WireClient.connect(server.uri)));
afterEach(() => wire.end());

/** Expects that the server still serves other connections. */
const stillServes = async () => {
  const other = await WireClient.connect(server.uri);
  expect(await other.command({ ping: 1 })).toMatchObject({ ok: 1 });
  other.end();
};

const ping = Buffer.from(serialize({ ping: 1, $db: 'test' }));
const sized = (bytes: Buffer, size: number) => {
  const out = Buffer.from(bytes);
  out.writeInt32LE(size, 0);
  return out;
};
describe('a connection is closed, and the others go on, after', () => {
  it.each<[string, Buffer]>([
    ['a length below the header', frame(ping, 2013, 3)],
    ['a negative length', frame(ping, 2013, -1)],
    ['a length above 48,000,000', frame(ping, 2013, 48_000_001)],
    ['a length of two gigabytes', frame(ping, 2013, 0x7fffffff)],
    ['an unknown opcode', frame(body(kind0(ping)), 1234)],
    ['a compressed message', frame(body(kind0(ping)), 2012)],
    ['no sections', frame(Buffer.alloc(4))],
    ['no flags', frame(Buffer.alloc(2))],
    ['flags that must be understood', message({ ping: 1 }, 4)],
    ['an unknown kind of section', frame(body(Buffer.concat([Buffer.from([7]), ping])))],
    ['two commands at once', frame(body(kind0(ping), kind0(ping)))],
    ['a section longer than the message', frame(body(kind0(sized(ping, 5000))))],
    ['a section of length zero', frame(body(kind0(sized(ping, 0))))],
    ['a sequence without a name', frame(body(kind0(ping), Buffer.from([1, 9, 0, 0, 0, 65, 65, 65, 65, 65])))],
    [
      'a sequence with a document beyond it',
      frame(body(kind0(ping), sequence('documents', sized(ping, 9999)))),
    ],
    ['random bytes', Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')],
    ['a legacy query cut short', frame(Buffer.from([0, 0, 0, 0, 65, 0]), 2004)],
  ])('%s', async (_name, bytes) => {
    wire.send(bytes);
    await wire.closed();
    await stillServes();
  });

  it('an end in the middle of a message', async () => {
    wire.send(message({ ping: 1 }).subarray(0, 20));
    wire.end();
    await stillServes();
  });

  it('many messages of random bytes', async () => {
    let seed = 7;
    const random = () => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) / 0x7fffffff;
    for (let round = 0; round < 300; round++) {
      const bytes = message(
        round % 2 === 0
          ? { find: 'c', filter: { a: { $gt: 1 }, text: 'words' }, sort: { a: 1 } }
          : { insert: 'random', documents: [{ _id: round, a: [1, { b: 'words' }] }, { text: 'more' }] },
      );
      for (let change = 0; change < 1 + random() * 6; change++)
        bytes[16 + Math.floor(random() * (bytes.length - 16))] = Math.floor(random() * 256);
      const client = await WireClient.connect(server.uri);
      client.send(bytes);
      await Promise.race([client.reply(), client.closed()]);
      client.end();
    }
    await stillServes();
  });
});

describe('an error is answered, and the connection goes on, after', () => {
  const broken = (change: (bytes: Buffer) => void) => {
    const bytes = Buffer.from(serialize({ ping: 1, text: 'abc', $db: 'test' }));
    change(bytes);
    return frame(body(kind0(bytes)));
  };
  it.each<[string, Buffer, number]>([
    ['an unknown type in the body', broken((bytes) => (bytes[4] = 0x42)), 22],
    [
      'a string that is longer than the body',
      broken((bytes) => bytes.writeInt32LE(9999, bytes.indexOf('text\0') + 5)),
      22,
    ],
    [
      'a body that nests too deeply',
      message(JSON.parse(`${'{"a":'.repeat(250)}1${'}'.repeat(250)}`) as object),
      15,
    ],
    ...[-1, 0, 4, 9999].map((size): [string, Buffer, number] => {
      const insert = Buffer.from(
        serialize({ insert: 'c', documents: [{ _id: 1, text: 'abc' }], $db: 'test' }),
      );
      insert.writeInt32LE(size, insert.indexOf('_id\0') - 5);
      return [`a document to insert of ${size} bytes`, frame(body(kind0(insert))), 22];
    }),
    ['an unknown command', message({ nonsense: 1 }), 59],
    ['an empty command', message({}), 59],
    ['a field that is called like a class of BSON', message({ ping: 1, a: { b: 1 } }), 0],
    [
      'the same field in body and sequence',
      frame(
        body(
          kind0(Buffer.from(serialize({ insert: 'c', documents: [], $db: 'test' }))),
          sequence('documents', ping),
        ),
      ),
      40414,
    ],
    ['a cursor of another type', message({ getMore: 'x', collection: 'c' }), 14],
    ['a session that is none', message({ ping: 1, lsid: { id: 5 } }), 14],
    ['a command by the name of an inherited property', message({ constructor: 1 }), 59],
    ['a command called __proto__', message(JSON.parse('{"__proto__":{"a":1}}') as object), 59],
  ])('%s', async (_name, bytes, code) => {
    wire.send(bytes);
    const reply = await wire.reply();
    if (code === 0) expect(reply).toMatchObject({ ok: 1 });
    else expect(reply).toMatchObject({ ok: 0, code });
    expect(await wire.command({ ping: 1 })).toMatchObject({ ok: 1 });
  });
});

it('takes documents in sequences, a checksum, and messages in any pieces', async () => {
  const insert = kind0(Buffer.from(serialize({ insert: 'pieces', $db: 'test' })));
  const bytes = frame(
    body(
      sequence('documents', Buffer.from(serialize({ _id: 1 })), Buffer.from(serialize({ _id: 2 }))),
      insert,
    ),
  );
  for (const byte of bytes) wire.send(Buffer.from([byte]));
  expect(await wire.reply()).toMatchObject({ n: 2, ok: 1 });
  const flags = Buffer.from([1, 0, 0, 0]);
  wire.send(
    Buffer.concat([frame(Buffer.concat([flags, kind0(ping), Buffer.alloc(4)])), message({ ping: 1 })]),
  );
  expect(await wire.reply()).toMatchObject({ ok: 1 });
  expect(await wire.reply()).toMatchObject({ ok: 1 });
});

it('stores the same bytes for documents in the command and in a sequence', async () => {
  const documents = [
    { _id: 1, text: 'ä', 2: 'b', 1: ['a', { c: 1.5 }], at: new Date(0) },
    { _id: 2, stamp: new Timestamp({ t: 5, i: 6 }), none: null },
    { first: 1, _id: 3 },
  ];
  await wire.command({ insert: 'inBody', documents });
  const insert = kind0(Buffer.from(serialize({ insert: 'inSequence', $db: 'test' })));
  wire.send(frame(body(insert, sequence('documents', ...documents.map((doc) => serialize(doc))))));
  await wire.reply();
  const bulk = kind0(Buffer.from(serialize({ bulkWrite: 1, $db: 'admin' })));
  const inserts = documents.map((document) => serialize({ insert: 0, document }));
  const namespaces = sequence('nsInfo', serialize({ ns: 'test.inBulk' }));
  wire.send(frame(body(bulk, sequence('ops', ...inserts), namespaces)));
  await wire.reply();
  const stored = async (name: string) => {
    const { cursor } = await wire.command({ find: name });
    return (cursor as { firstBatch: Document[] }).firstBatch.map((doc) => Buffer.from(serialize(doc)));
  };
  const inBody = await stored('inBody');
  expect(inBody).toHaveLength(3);
  expect(await stored('inSequence')).toEqual(inBody);
  expect(await stored('inBulk')).toEqual(inBody);
  expect(inBody[0]).toEqual(Buffer.from(serialize(documents[0]!)));
});

it('refuses a date that JavaScript has not, in place of another', async () => {
  const { collectionName: insert } = await server.collection();
  const asDate = (time: Long) => {
    const bytes = Buffer.from(serialize({ insert, documents: [{ _id: 1, at: time }], $db: 'test' }));
    bytes[bytes.indexOf('at\0') - 1] = 0x09;
    return frame(body(kind0(bytes)));
  };
  wire.send(asDate(Long.fromNumber(8.64e15 + 1)));
  expect(await wire.reply()).toMatchObject({ ok: 0, code: 2 });
  wire.send(asDate(Long.fromNumber(8.64e15)));
  expect(await wire.reply()).toMatchObject({ ok: 1, n: 1 });
});

it('answers nothing where nothing is wanted', async () => {
  wire.send(message({ insert: 'quiet', documents: [{ _id: 1 }] }, 2));
  expect(await wire.command({ count: 'quiet' })).toMatchObject({ n: 1 });
});

it('tells the time of the last write with every answer', async () => {
  const before = await wire.command({ ping: 1 });
  const written = await wire.command({ insert: 'clock', documents: [{}] });
  const after = await wire.command({ find: 'nothing', $db: 'test' });
  const time = ({ operationTime }: Document) => operationTime as Timestamp;
  expect(time(written).greaterThan(time(before))).toBe(true);
  expect(time(after).equals(time(written))).toBe(true);
  expect(after.$clusterTime).toMatchObject({ clusterTime: time(after) });
  expect(await wire.command({ find: 'clock', readConcern: { afterClusterTime: time(after) } })).toMatchObject(
    {
      ok: 1,
    },
  );
});

it('answers the legacy greeting of old drivers', async () => {
  const query = Buffer.concat([
    Buffer.alloc(4),
    Buffer.from('admin.$cmd\0'),
    Buffer.alloc(4),
    Buffer.from([255, 255, 255, 255]),
    Buffer.from(serialize({ isMaster: 1 })),
  ]);
  wire.send(frame(query, 2004));
  const greeting = await wire.reply();
  expect(greeting).toMatchObject({ ismaster: true, maxWireVersion: 25, ok: 1 });
  expect(greeting?.$clusterTime).toMatchObject({ clusterTime: expect.any(Timestamp) as Timestamp });
});

it('answers ok as a double, as MongoDB does', async () => {
  const raw = { promoteValues: false };
  for (const command of [{ ping: 1 }, { find: 'nothing' }, { insert: 'numbers', documents: [{}] }])
    expect((await server.main.command(command, raw)).ok).toEqual(new Double(1));
  const error = await server.main.command({ nonsense: 1 }, raw).catch((failure: unknown) => failure);
  expect((error as MongoServerError).errorResponse.ok).toEqual(new Double(0));
});

it('keeps hostile field names as data', async () => {
  const doc = JSON.parse(
    '{"_id":1,"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":"x"}',
  ) as object;
  const insert = Buffer.from(serialize({ insert: 'hostile', documents: [doc], $db: 'test' }));
  wire.send(frame(body(kind0(insert))));
  expect(await wire.reply()).toMatchObject({ n: 1 });
  expect(
    await wire.command({
      update: 'hostile',
      updates: [{ q: {}, u: { $set: { 'a.__proto__.polluted': true } } }],
    }),
  ).toMatchObject({ ok: 1 });
  expect(await wire.command({ count: 'hostile', query: { polluted: true } })).toMatchObject({ n: 0 });
  expect(
    await wire.command({ count: 'hostile', query: { 'constructor.prototype.polluted': true } }),
  ).toMatchObject({ n: 1 });
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  await stillServes();
});

it('refuses a document above 16 MB and keeps what it had', async () => {
  const collection = await server.collection([{ _id: 1, pad: 'x'.repeat(9 * 2 ** 20) }] as never);
  const failure = await collection
    .updateOne({}, [{ $set: { more: '$pad' } }])
    .catch((error: unknown) => error as { code: number });
  expect(failure).toMatchObject({ code: 17419 });
  expect(Object.keys((await collection.findOne())!)).toEqual(['_id', 'pad']);
});

/** https://www.mongodb.com/docs/manual/reference/command/killSessions/ and killAllSessions */
it.each(['killSessions', 'killAllSessions'])('%s ends transactions and cursors', async (command) => {
  const collection = await server.collection([{ _id: 1 }, { _id: 2 }, { _id: 3 }]);
  const [reading, writing] = [server.client.startSession(), server.client.startSession()];
  const cursor = collection.find({}, { session: reading, batchSize: 1 });
  expect(await cursor.next()).toMatchObject({ _id: 1 });
  writing.startTransaction();
  await collection.insertOne({ _id: 4 }, { session: writing });
  const lsids = [writing.id, reading.id];
  await server.client.db('admin').command({ [command]: command === 'killSessions' ? lsids : [] });
  expect(await codeOf(cursor.next())).toBe(43);
  expect(await codeOf(writing.commitTransaction())).toBe(251);
  expect(await collection.countDocuments()).toBe(3);
  await reading.endSession();
  await writing.endSession();
});

it('stops a read whose client has left, and ends its transaction', async () => {
  const { collectionName: from } = await server.collection(
    Array.from({ length: 300 }, (_, _id) => ({ _id })),
  );
  const collection = await server.collection([{ _id: 1 }]);
  const join = (as: string) => [{ $lookup: { from, pipeline: [], as } }, { $unwind: `$${as}` }];
  const pipeline = [...join('a'), ...join('b'), { $group: { _id: null, n: { $sum: 1 } } }];
  const transaction = { lsid: { id: new UUID() }, txnNumber: Long.ONE, autocommit: false, $db: 'test' };
  const update = { update: collection.collectionName, updates: [{ q: { _id: 1 }, u: { $set: { a: 1 } } }] };
  expect(await wire.command({ ...update, ...transaction, startTransaction: true })).toMatchObject({ n: 1 });
  wire.send(message({ aggregate: from, pipeline, cursor: {}, ...transaction }));
  await stillServes();
  wire.end();
  // The transaction holds the document until it ends, at the latest after a minute: another write waits for it.
  const later = collection.updateOne({ _id: 1 }, { $set: { a: 2 } }, { maxTimeMS: 30_000 });
  expect((await later).modifiedCount).toBe(1);
});
