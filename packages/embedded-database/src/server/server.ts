import { chmodSync, rmSync } from 'node:fs';
import net from 'node:net';
import { Double } from 'bson';
import { decode, decodeAround, encode, type Doc } from '../values/bson.js';
import { isStorable } from '../values/raw.js';
import { Authenticator, Connection } from '../protocol/authentication.js';
import { Commands } from '../protocol/commands.js';
import type { Verifier } from '../protocol/scram.js';
import type { Reply } from '../protocol/handlers.js';
import { asMongoError, fail, MongoError } from '../values/errors.js';
import { ReplyBudget } from '../protocol/reply-budget.js';
import { MessageBudget } from './message-budget.js';
import { Receiver } from './receiver.js';
import { compactStore } from '../storage/backup.js';
import type { Store } from '../storage/store.js';

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const HEADER_BYTES = 16;
const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
// Flags below 65536 are required: https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/
const KNOWN_FLAGS = CHECKSUM_PRESENT | MORE_TO_COME;

/** The bytes are not a valid message: the connection is closed. */
class ProtocolError extends Error {}

/** Time in milliseconds that running commands get to finish when the server closes. */
const CLOSE_TIMEOUT_MS = 5000;

/** Time in milliseconds that clients get to end transactions and cursors before a compaction. */
const BUSY_TIMEOUT_MS = 3000;

export type Address = { path: string } | { port: number; host: string };

/** Listens and speaks MongoDB's wire protocol. */
export class Server {
  private readonly sockets = new Set<net.Socket>();
  private readonly running = new Set<Promise<void>>();
  private readonly listeners: net.Server[] = [];
  private commands: Commands;
  private readonly authenticator: Authenticator;
  private readonly budget = new MessageBudget();
  private readonly replyBudget = new ReplyBudget();
  private closing = false;
  /** The number of commands and copies at work on the store. */
  private atWork = 0;
  /** The number of backups among these, of which each may take long. */
  private copies = 0;
  private compacting: Promise<void> | undefined;
  /** Until its end, while a copy takes the file's place, others wait. */
  private paused: Promise<void> | undefined;

  /** @param verifier of the account that clients of a port have to authenticate with */
  constructor(
    public store: Store,
    verifier?: Verifier,
  ) {
    this.commands = this.commandsOf(store);
    this.authenticator = new Authenticator(verifier);
  }

  private commandsOf(store: Store): Commands {
    return new Commands(store, this.replyBudget, () => this.compact());
  }

  /** Writes a backup, which a compaction waits for while others go on. */
  private async whileCopied<Result>(work: () => Promise<Result>): Promise<Result> {
    this.copies++;
    return this.whileOpen(work).finally(() => this.copies--);
  }

  /** Does work on the store, which stays open for it. */
  private async whileOpen<Result>(work: () => Promise<Result>): Promise<Result> {
    while (this.paused) await this.paused;
    this.atWork++;
    try {
      return await work();
    } finally {
      this.atWork--;
    }
  }

  /**
   * Compacts the file: see compactStore. Commands go on beside the copy, and wait for its end only, when connections stay.
   * Waits a moment for clients to end their transactions and cursors; after that these have ended, as at a restart.
   */
  private compact(): Promise<void> {
    this.compacting ??= this.compactOnce().finally(() => (this.compacting = undefined));
    return this.compacting;
  }

  private async compactOnce(): Promise<void> {
    let goOn = () => {};
    const pause = async () => {
      await waitUntil(() => this.copies === 0);
      await waitUntil(() => !this.commands.isBusy, BUSY_TIMEOUT_MS);
      this.paused = new Promise((resolve) => (goOn = resolve));
      await waitUntil(() => this.atWork === 0);
      await this.commands.close();
    };
    try {
      this.store = await compactStore(this.store, { pause, isStopped: () => this.closing });
    } finally {
      if (this.paused) {
        const { address } = this.commands;
        this.commands = this.commandsOf(this.store);
        this.commands.address = address;
      }
      this.paused = undefined;
      goOn();
    }
  }

  /** Accepts connections at an address; resolves with the port, if it has one. */
  async listen(address: Address): Promise<number | undefined> {
    const listener = net.createServer((socket) => this.accept(socket, 'path' in address));
    if ('path' in address) rmSync(address.path, { force: true });
    await new Promise<void>((resolve, reject) => {
      listener.once('error', reject);
      listener.listen(address, resolve);
    });
    this.listeners.push(listener);
    if ('path' in address) chmodSync(address.path, 0o600);
    const bound = listener.address();
    const port = typeof bound === 'object' && bound ? bound.port : undefined;
    this.commands.address = 'path' in address ? address.path : `${address.host}:${port}`;
    return port;
  }

  /** Waits for running commands, then closes all connections. */
  async close(): Promise<void> {
    this.closing = true;
    const closed = this.listeners.map(
      (listener) => new Promise<void>((resolve) => listener.close(() => resolve())),
    );
    await Promise.race([
      Promise.allSettled(this.running),
      new Promise((resolve) => setTimeout(resolve, CLOSE_TIMEOUT_MS).unref()),
    ]);
    for (const socket of this.sockets) socket.destroy();
    await Promise.all(closed);
    await this.compacting;
    await this.commands.close();
    // Commands that still run end as their client has left: the file is not closed under them.
    await waitUntil(() => this.atWork === 0, CLOSE_TIMEOUT_MS);
  }

  private accept(socket: net.Socket, isOwner: boolean): void {
    this.sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    const connection = new Connection(this.authenticator, isOwner);
    socket.on('close', () => {
      this.sockets.delete(socket);
      connection.hasLeft = true;
    });
    const maxMessageBytes = () => connection.maxMessageBytes;
    new Receiver(socket, this.budget, maxMessageBytes, (message) =>
      this.track(this.handle(socket, message, connection)),
    );
  }

  private track(work: Promise<void>): Promise<void> {
    this.running.add(work);
    return work.finally(() => this.running.delete(work));
  }

  private async handle(socket: net.Socket, message: Buffer, connection: Connection): Promise<void> {
    if (socket.destroyed) return;
    try {
      const answer = await this.answer(message, connection);
      if (!answer || socket.destroyed || socket.write(answer)) return;
      this.replyBudget.take(answer.length);
      await drained(socket).finally(() => this.replyBudget.release(answer.length));
    } catch (error) {
      if (!(error instanceof ProtocolError)) console.error('embedded database: closing a connection:', error);
      socket.destroy();
    }
  }

  private async answer(message: Buffer, connection: Connection): Promise<Buffer | undefined> {
    const id = message.readInt32LE(4);
    const opcode = message.readInt32LE(12);
    if (opcode === OP_QUERY)
      return queryReply(id, await this.run(parseQuery(message), connection), this.store.clock.fields);
    if (opcode !== OP_MSG) throw new ProtocolError(`opcode ${opcode}`);
    const { command, flags } = parseMessage(message);
    const reply = await this.run(command, connection);
    return flags & MORE_TO_COME ? undefined : messageReply(id, reply, this.store.clock.fields);
  }

  private async run(command: Doc | MongoError, connection: Connection): Promise<Buffer> {
    try {
      if (command instanceof MongoError) throw command;
      if (this.closing) throw fail(11600, 'the embedded database is shutting down');
      const run = () => this.commands.run(command, connection);
      if ('embeddedCompact' in command) return toBytes(await run());
      // Others wait for the end of a compaction, which itself waits for all that are at work.
      return toBytes(await ('embeddedBackup' in command ? this.whileCopied(run) : this.whileOpen(run)));
    } catch (error) {
      return toBytes(asMongoError(error).toReply());
    }
  }
}

/** Waits for a condition, for a time at most. */
async function waitUntil(isMet: () => boolean, timeoutMs = Infinity): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!isMet() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 2));
}

const drained = (socket: net.Socket): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      socket.off('drain', done).off('close', done);
      resolve();
    };
    socket.on('drain', done).on('close', done);
  });

/** Encodes `ok` as a double, like MongoDB: drivers in typed languages read it as one. */
const toBytes = (reply: Reply): Buffer =>
  Buffer.isBuffer(reply) ? reply : encode({ ...reply, ok: new Double(Number(reply.ok)) });

let requests = 0;

/**
 * Builds a message: the header, `fields` bytes of the opcode's own that are zero, and the reply.
 * @param more a document whose fields are appended to the reply's
 */
function newMessage(opcode: number, fields: number, responseTo: number, reply: Buffer, more: Buffer): Buffer {
  const start = HEADER_BYTES + fields;
  const message = Buffer.allocUnsafe(start + reply.length + more.length - 5).fill(0, HEADER_BYTES, start);
  message.writeInt32LE(message.length, 0);
  message.writeInt32LE((requests = (requests + 1) & 0x7fffffff), 4);
  message.writeInt32LE(responseTo, 8);
  message.writeInt32LE(opcode, 12);
  reply.copy(message, start);
  more.copy(message, start + reply.length - 1, 4);
  message.writeInt32LE(message.length - start, start);
  return message;
}

/** A reply: flags 0, then a section of kind 0. */
const messageReply = (responseTo: number, reply: Buffer, more: Buffer): Buffer =>
  newMessage(OP_MSG, 5, responseTo, reply, more);

/** A reply in the legacy form: flags 8, no cursor, from the beginning, one document. */
function queryReply(responseTo: number, reply: Buffer, more: Buffer): Buffer {
  const message = newMessage(OP_REPLY, 20, responseTo, reply, more);
  message.writeInt32LE(8, HEADER_BYTES);
  message.writeInt32LE(1, HEADER_BYTES + 16);
  return message;
}

/** Parses a legacy OP_QUERY message, which drivers use for the first handshake only. */
function parseQuery(message: Buffer): Doc | MongoError {
  const nameEnd = message.indexOf(0, HEADER_BYTES + 4);
  if (nameEnd < 0 || nameEnd + 9 > message.length) throw new ProtocolError('legacy query');
  const command = orFailure(() => decode(message, nameEnd + 9));
  if (command instanceof MongoError) return command;
  const name = Object.keys(command)[0]?.toLowerCase();
  if (name !== 'hello' && name !== 'ismaster')
    return fail(352, `Unsupported OP_QUERY command: ${name}. The client driver may require an upgrade.`);
  return { ...command, $db: 'admin' };
}

/** Returns an error to reply with for a body that is not BSON; broken framing closes the connection instead. */
function orFailure(read: () => Doc): Doc | MongoError {
  try {
    return read();
  } catch (error) {
    return asMongoError(error);
  }
}

/** The name of an insert, the first field of its command, after the type of the field. */
const insertName = Buffer.from('insert\0');

/** Decodes a command. Documents to insert that can be stored byte for byte are not decoded. */
function decodeCommand(bytes: Buffer): Doc {
  const isInsert = bytes.compare(insertName, 0, insertName.length, 5, 5 + insertName.length) === 0;
  return isInsert ? decodeAround(bytes, 'documents', isStorable) : decode(bytes);
}

/** Parses an OP_MSG: one section of kind 0, the command, and any number of kind 1, each the documents of a field. */
function parseMessage(message: Buffer): { command: Doc | MongoError; flags: number } {
  if (message.length < HEADER_BYTES + 4) throw new ProtocolError('short message');
  const flags = message.readUInt32LE(HEADER_BYTES);
  if (flags & 0xffff & ~KNOWN_FLAGS) throw new ProtocolError(`flags ${flags}`);
  const end = message.length - (flags & CHECKSUM_PRESENT ? 4 : 0);
  let command: Doc | MongoError | undefined;
  const sequences: [string, (Doc | Buffer)[]][] = [];
  let failure: MongoError | undefined;
  for (let at = HEADER_BYTES + 4; at < end;) {
    const kind = message[at++];
    if (at + 4 > end) throw new ProtocolError('section without a length');
    const size = message.readInt32LE(at);
    if (size < 5 || at + size > end) throw new ProtocolError('section length');
    if (kind === 0) {
      if (command) throw new ProtocolError('two commands in one message');
      const body = message.subarray(at, at + size);
      command = orFailure(() => decodeCommand(body));
    } else if (kind === 1) {
      const sequence = parseSequence(message.subarray(at + 4, at + size));
      if (sequence instanceof MongoError) failure = sequence;
      else sequences.push(sequence);
    } else {
      throw new ProtocolError(`section kind ${kind}`);
    }
    at += size;
  }
  if (!command) throw new ProtocolError('no command');
  if (failure ?? command instanceof MongoError) return { command: failure ?? command, flags };
  for (const [name, documents] of sequences) {
    if (Object.hasOwn(command, name))
      return { command: fail(40414, `Duplicate field between body and document sequence ${name}`), flags };
    command[name] = documents;
  }
  return { command, flags };
}

/** Parses a section of kind 1. Documents to insert that can be stored byte for byte are not decoded. */
function parseSequence(bytes: Buffer): [string, (Doc | Buffer)[]] | MongoError {
  const nameEnd = bytes.indexOf(0);
  if (nameEnd < 0) throw new ProtocolError('sequence without a name');
  const name = bytes.toString('utf8', 0, nameEnd);
  const documents: (Doc | Buffer)[] = [];
  for (let at = nameEnd + 1; at < bytes.length;) {
    if (at + 4 > bytes.length) throw new ProtocolError('document without a length');
    const size = bytes.readInt32LE(at);
    if (size < 5 || at + size > bytes.length) throw new ProtocolError('document length');
    const raw = bytes.subarray(at, at + size);
    const isKept = name === 'documents' && isStorable(raw);
    const read = () => (name === 'ops' ? decodeAround(raw, 'document', isStorable) : decode(raw));
    const doc = isKept ? raw : orFailure(read);
    if (doc instanceof MongoError) return doc;
    documents.push(doc);
    at += size;
  }
  return [name, documents];
}
