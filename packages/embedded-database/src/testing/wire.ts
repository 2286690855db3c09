import net from 'node:net';
import { deserialize, serialize, type Document } from 'bson';

/** A connection without a driver, which can send malformed messages. */
export class WireClient {
  private received = Buffer.alloc(0);
  private waiting: (() => void)[] = [];
  private ended = false;

  private constructor(private readonly socket: net.Socket) {
    socket.on('data', (chunk) => {
      this.received = Buffer.concat([this.received, chunk]);
      this.wake();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.ended = true;
      this.wake();
    });
  }

  /** @param address a connection string with a port, or the path of a socket */
  static async connect(address: string): Promise<WireClient> {
    const { hostname, port } = address.startsWith('/') ? {} : new URL(address);
    const socket = hostname ? net.connect(Number(port), hostname) : net.connect(address);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    return new WireClient(socket);
  }

  private wake(): void {
    for (const resume of this.waiting.splice(0)) resume();
  }

  send(bytes: Buffer): void {
    this.socket.write(bytes);
  }

  /** Returns the body of the next reply; undefined if the server closes the connection instead. */
  async reply(): Promise<Document | undefined> {
    for (;;) {
      const size = this.received.length >= 4 ? this.received.readInt32LE(0) : Infinity;
      if (this.received.length >= size) {
        const message = this.received.subarray(0, size);
        this.received = this.received.subarray(size);
        return deserialize(message.subarray(message.readInt32LE(12) === 1 ? 36 : 21));
      }
      if (this.ended) return undefined;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  /** Sends a command and returns its reply, also a failed one. */
  async command(body: Document): Promise<Document> {
    this.send(message(body));
    const reply = await this.reply();
    if (!reply) throw new Error('the server closed the connection');
    return reply;
  }

  /** Resolves when the server has closed the connection. */
  async closed(): Promise<void> {
    while (!this.ended) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  end(): void {
    this.socket.destroy();
  }
}

const OP_MSG = 2013;

/** A message: its header around a body. */
export function frame(body: Buffer, opcode = OP_MSG, length = body.length + 16): Buffer {
  const header = Buffer.alloc(16);
  header.writeInt32LE(length, 0);
  header.writeInt32LE(1, 4);
  header.writeInt32LE(opcode, 12);
  return Buffer.concat([header, body]);
}

/** A well formed OP_MSG. */
export const message = (body: Document, flags = 0): Buffer => {
  const bits = Buffer.alloc(5);
  bits.writeUInt32LE(flags, 0);
  // The command's name is the first field.
  return frame(
    Buffer.concat([bits, serialize({ ...body, $db: (body.$db as string | undefined) ?? 'test' })]),
  );
};

/** The body of an OP_MSG: no flags, and sections. */
export const body = (...sections: Buffer[]): Buffer => Buffer.concat([Buffer.alloc(4), ...sections]);

/** A section of kind 0: the command. */
export const kind0 = (bytes: Uint8Array): Buffer => Buffer.concat([Buffer.from([0]), bytes]);

/** A section of kind 1: the documents of one of the command's fields. */
export const sequence = (name: string, ...documents: Uint8Array[]): Buffer => {
  const inner = Buffer.concat([Buffer.from(`${name}\0`), ...documents]);
  const head = Buffer.alloc(5);
  head[0] = 1;
  head.writeInt32LE(inner.length + 4, 1);
  return Buffer.concat([head, inner]);
};
