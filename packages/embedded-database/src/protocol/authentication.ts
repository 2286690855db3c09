import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Binary } from 'bson';
import { isDocument, type Doc } from '../values/bson.js';
import { fail, MongoError } from '../values/errors.js';
import { MAX_MESSAGE_BYTES } from './server-info.js';
import { decoyFor, ScramExchange, type Verifier } from './scram.js';

export const MECHANISM = 'SCRAM-SHA-256';
/** The database of the accounts, as in MongoDB. */
const ACCOUNTS_DB = 'admin';
/** Commands that need no authentication, as in MongoDB. */
const openCommands = new Set([
  'hello',
  'isMaster',
  'ismaster',
  'ping',
  'buildInfo',
  'buildinfo',
  'connectionStatus',
  'whatsmyuri',
  'saslStart',
  'saslContinue',
  'logout',
]);
/** Maximum size in bytes of a message before authentication; `hello` with a driver's metadata is below 1 KB. */
const MAX_UNAUTHENTICATED_BYTES = 16 * 1024;
/** Delay in milliseconds between a wrong password and the check of the next one. */
const FAILURE_MS = 250;
/** Maximum number of passwords that wait for their check; more are refused unchecked. */
const MAX_WAITING = 100;

const failed = () => fail(18, 'Authentication failed.');

/** Verifies passwords for the server's account, at a limited rate. */
export class Authenticator {
  private readonly secret = randomBytes(32);
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  private openAt = 0;

  /** @param verifier of the account that clients have to use; without it, nothing requires authentication */
  constructor(private readonly verifier?: Verifier) {}

  get isRequired(): boolean {
    return this.verifier !== undefined;
  }

  find(user: string): Verifier {
    return this.verifier?.user === user ? this.verifier : decoyFor(user, this.secret);
  }

  /** Checks one password after the other, over all connections, with a delay after each wrong one. */
  async attempt<T>(look: () => T | undefined): Promise<T | undefined> {
    if (this.waiting >= MAX_WAITING) return undefined;
    this.waiting++;
    const turn = this.last.then(() => {
      const pause = this.openAt - performance.now();
      return pause > 0 ? wait(pause, undefined, { ref: false }) : undefined;
    });
    const attempt = turn.then(look);
    this.last = attempt.then((found) => {
      this.waiting--;
      if (found === undefined) this.openAt = performance.now() + FAILURE_MS;
    });
    return attempt;
  }
}

/** A connection, and the user that has authenticated on it. */
export class Connection {
  /** True once the client has closed the connection: no reply reaches it. */
  hasLeft = false;
  private user: string | undefined;
  private exchange: { scram: ScramExchange; skipsEmpty: boolean; isOver: boolean } | undefined;

  constructor(
    private readonly authenticator: Authenticator,
    /** True for a connection through the socket in the data folder, which only the folder's owner can open. */
    readonly isOwner: boolean,
  ) {}

  private get isAuthorized(): boolean {
    return this.isOwner || !this.authenticator.isRequired || this.user !== undefined;
  }

  /** Maximum size of a message, in bytes: clients cannot use much memory before authentication. */
  get maxMessageBytes(): number {
    return this.isAuthorized ? MAX_MESSAGE_BYTES : MAX_UNAUTHENTICATED_BYTES;
  }

  /** @throws MongoError 13 for a command that requires authentication, on a connection without it */
  check(name: string): void {
    if (!this.isAuthorized && !openCommands.has(name))
      throw fail(13, `Command ${name} requires authentication`);
  }

  /**
   * https://www.mongodb.com/docs/manual/core/security-scram/
   * @throws MongoError 18 for an invalid first message, 334 for another mechanism
   */
  begin({ mechanism, payload, options, db, $db = db }: Doc): Doc {
    this.exchange = undefined;
    if (mechanism !== MECHANISM)
      throw fail(334, `Received authentication for mechanism ${String(mechanism)} which is not enabled`);
    const message = textOf(payload);
    const scram = ScramExchange.begin(message, (user) => this.authenticator.find(user));
    if (!scram || $db !== ACCOUNTS_DB) throw failed();
    const skipsEmpty = isDocument(options) && options.skipEmptyExchange === true;
    this.exchange = { scram, skipsEmpty, isOver: false };
    return answer(scram.challenge, false);
  }

  /** @throws MongoError 17 without a beginning, 18 for a wrong user or password */
  async proceed({ payload, conversationId }: Doc): Promise<Doc> {
    const { exchange } = this;
    if (!exchange || Number(conversationId) !== 1) throw fail(17, 'No SASL session state found');
    if (exchange.isOver) {
      this.exchange = undefined;
      return answer('', true);
    }
    this.exchange = undefined;
    const message = textOf(payload);
    const last = await this.authenticator.attempt(() => exchange.scram.finish(message));
    if (last === undefined) throw failed();
    this.user = exchange.scram.user;
    if (!exchange.skipsEmpty) this.exchange = { ...exchange, isOver: true };
    return answer(last, exchange.skipsEmpty);
  }

  signOut(): void {
    this.user = undefined;
  }

  /** Begins an exchange that is sent with hello; its errors are reported when the client continues it. */
  beginEarly(spec: unknown): Doc | undefined {
    if (!isDocument(spec)) return undefined;
    try {
      return this.begin(spec);
    } catch (error) {
      if (error instanceof MongoError) return undefined;
      throw error;
    }
  }

  /** https://www.mongodb.com/docs/manual/reference/command/connectionStatus/ */
  status(): Doc {
    const users = this.user === undefined ? [] : [{ user: this.user, db: ACCOUNTS_DB }];
    return {
      authInfo: {
        authenticatedUsers: users,
        authenticatedUserRoles: users.map(() => ({ role: 'root', db: ACCOUNTS_DB })),
        authenticatedUserPrivileges: [],
      },
      ok: 1,
    };
  }
}

function textOf(payload: unknown): string {
  if (payload instanceof Binary) return Buffer.from(payload.value()).toString();
  throw failed();
}

const answer = (message: string, done: boolean): Doc => ({
  conversationId: 1,
  done,
  payload: new Binary(Buffer.from(message)),
  ok: 1,
});
