import net from 'node:net';
import { serialize, type Document } from 'bson';

/**
 * A server that acknowledges every write at once and stores nothing: its rate is the upper limit of a driver. Listens
 * on the socket of its first argument.
 */
const OP_QUERY = 2004;
/** Offsets of the document in a message, and in a reply to a legacy one. */
const BODY_AT = 21;
const LEGACY_BODY_AT = 36;

const [, , address = ''] = process.argv;
const hello: Document = {
  helloOk: true,
  isWritablePrimary: true,
  ismaster: true,
  setName: 'stub',
  hosts: [address],
  primary: address,
  me: address,
  maxBsonObjectSize: 16 * 2 ** 20,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  logicalSessionTimeoutMinutes: 30,
  minWireVersion: 0,
  maxWireVersion: 25,
  ok: 1,
};

function replyTo(message: Buffer): Buffer {
  const isLegacy = message.readInt32LE(12) === OP_QUERY;
  const isHello =
    isLegacy || /^(hello|isMaster|ismaster)\0/.test(message.toString('latin1', BODY_AT + 5, BODY_AT + 15));
  const body = serialize(isHello ? hello : { n: 1, ok: 1 });
  const at = isLegacy ? LEGACY_BODY_AT : BODY_AT;
  const reply = Buffer.alloc(at + body.length);
  reply.writeInt32LE(reply.length, 0);
  reply.writeInt32LE(message.readInt32LE(4), 8);
  reply.writeInt32LE(isLegacy ? 1 : 2013, 12);
  if (isLegacy) reply.writeInt32LE(1, at - 4);
  reply.set(body, at);
  return reply;
}

net
  .createServer((socket) => {
    let rest = Buffer.alloc(0);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      while (rest.length >= 4 && rest.length >= rest.readInt32LE(0)) {
        const size = rest.readInt32LE(0);
        socket.write(replyTo(rest.subarray(0, size)));
        rest = rest.subarray(size);
      }
    });
  })
  .listen(address, () => console.log('listening'));
