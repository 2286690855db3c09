import { connect, createServer, type Server, type Socket } from 'node:net';
import { mongo } from 'mongoose';

/** Returns the reply to a command that fails with this code, as OP_MSG (https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/). */
function refusal(command: Buffer, code: number): Buffer {
  const body = mongo.BSON.serialize({ ok: 0, code, errmsg: 'refused' });
  const head = Buffer.alloc(21);
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(command.readInt32LE(4), 8);
  head.writeInt32LE(2013, 12);
  return Buffer.concat([head, body]);
}

/** A proxy between a server and its database; a test can cut it, pause it and read its traffic. */
export class FaultProxy {
  uri = '';
  /** All data sent to the database so far, as text: commands are readable in it. */
  heard = '';
  private readonly pairs = new Set<[Socket, Socket]>();
  private state: 'open' | 'away' | 'frozen' = 'open';
  private cutAt: RegExp | undefined;
  private delayMs = 0;
  private held: { command: RegExp; meet: (release: () => void) => void } | undefined;
  private refused: { command: RegExp; code: number; times: number }[] = [];

  private constructor(
    private readonly server: Server,
    private readonly target: { path: string } | { host: string; port: number },
  ) {
    server.on('connection', (client) => this.join(client));
  }

  /**
   * Listens in front of the database of a connection string, of a replica set before its first host; the driver's calls
   * time out after `timeoutMs` milliseconds.
   */
  static async start(uri: string, timeoutMs = 3000): Promise<FaultProxy> {
    const [, account = '', hosts = '', path = '', query] =
      /^mongodb:\/\/([^/]+@)?([^/@]+)\/([^?]*)\??(.*)$/.exec(uri) ?? [];
    const place = decodeURIComponent(hosts.split(',')[0]!);
    const [name = '', port] = place.split(':');
    const target = place.endsWith('.sock') ? { path: place } : { host: name, port: Number(port ?? 27017) };
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const proxy = new FaultProxy(server, target);
    const { port: own } = server.address() as { port: number };
    const parameters = new URLSearchParams(query);
    parameters.delete('replicaSet');
    parameters.set('directConnection', 'true');
    parameters.set('socketTimeoutMS', String(timeoutMs));
    proxy.uri = `mongodb://${account}127.0.0.1:${own}/${path}?${parameters}`;
    return proxy;
  }

  private join(client: Socket): void {
    if (this.state === 'away') {
      // Not at once: in one process with its peer, the driver misses the end of a connection that it has only just
      // made, and its monitor waits for it for ever.
      client.on('error', () => undefined).once('data', () => client.destroy());
      return;
    }
    const database = connect(this.target as { path: string });
    const pair: [Socket, Socket] = [client, database];
    this.pairs.add(pair);
    const end = () => {
      client.destroy();
      database.destroy();
      this.pairs.delete(pair);
    };
    for (const socket of pair) socket.on('error', end).on('close', end);
    client.on('data', (data) => {
      const text = data.toString('latin1');
      this.heard += text;
      const refused = this.refused.find(({ command, times }) => times > 0 && command.test(text));
      if (this.cutAt?.test(text)) {
        this.cutAt = undefined;
        end();
      } else if (this.held?.command.test(text)) {
        const { meet } = this.held;
        this.held = undefined;
        meet(() => database.write(data));
      } else if (refused) {
        client.write(refusal(data, refused.code));
        refused.times--;
      } else if (this.state === 'open') {
        database.write(data);
      }
    });
    database.on('data', (data) => {
      if (this.state === 'frozen') return;
      if (this.delayMs) setTimeout(() => client.write(data), this.delayMs);
      else client.write(data);
    });
  }

  /** Makes the database unreachable: breaks every connection and refuses new ones. */
  away(): void {
    this.state = 'away';
    for (const [client, database] of this.pairs) {
      client.destroy();
      database.destroy();
    }
  }

  /** Keeps connections open but forwards nothing. */
  freeze(): void {
    this.state = 'frozen';
  }

  /** Delays every answer of the database. */
  delay(milliseconds: number): void {
    this.delayMs = milliseconds;
  }

  /** Back to normal; data swallowed meanwhile is lost with its connections. */
  heal(): void {
    if (this.state === 'frozen') this.away();
    this.state = 'open';
    this.delayMs = 0;
    this.refused = [];
  }

  /** Keeps the next command that matches from the database; returns, once it has come, the function that passes it on. */
  hold(command: RegExp): Promise<() => void> {
    return new Promise((meet) => (this.held = { command, meet }));
  }

  /** Answers the next commands that match with an error of this code, before the database sees them. */
  refuse(command: RegExp, code: number, times = Infinity): void {
    this.refused.push({ command, code, times });
  }

  /** Cuts the one connection on which the next command that matches is sent, before the database sees it. */
  cutOn(command: RegExp): void {
    this.cutAt = command;
  }

  async close(): Promise<void> {
    this.away();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
