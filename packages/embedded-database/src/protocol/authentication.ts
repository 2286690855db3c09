import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Binary } from 'bson';
import { isDocument, type Doc } from '../values/bson.js';
import { MongoError } from '../values/errors.js';
import { decoyFor, ScramExchange, type Verifier } from './scram.js';

export const MECHANISM = 'SCRAM-SHA-256';
/** Of the database that holds the accounts, as on MongoDB. */
const ACCOUNTS_DB = 'admin';
/** What may be asked before signing in, as on MongoDB. */
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
/** After a wrong password, the next one is looked at so much later. */
const FAILURE_MS = 250;
/** So many passwords wait for that; more are refused unseen. */
const MAX_WAITING = 100;

const failed = () => new MongoError(18, 'Authentication failed.');

/** The account of a server, and the passwords that are tried. */
export class Authenticator {
  private readonly secret = randomBytes(32);
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  private openAt = 0;

  /** @param verifier of the account that has to sign in; without it, nobody has to, and nobody can */
  constructor(private readonly verifier?: Verifier) {}

  get isRequired(): boolean {
    return this.verifier !== undefined;
  }

  find(user: string): Verifier {
    return this.verifier?.user === user ? this.verifier : decoyFor(user, this.secret);
  }

  /** Looks at one password after the other, over all connections, and with a pause after each wrong one. */
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

/** A connection, and who has signed in on it. */
export class Connection {
  private user: string | undefined;
  private exchange: { scram: ScramExchange; skipsEmpty: boolean; isOver: boolean } | undefined;

  constructor(
    private readonly authenticator: Authenticator,
    /** It came through the socket in the data folder, which the owner of the folder alone can reach. */
    readonly isOwner: boolean,
  ) {}

  /** @throws MongoError 13 for a command that needs somebody who has signed in */
  check(name: string): void {
    if (this.isOwner || !this.authenticator.isRequired || this.user !== undefined || openCommands.has(name))
      return;
    throw new MongoError(13, `Command ${name} requires authentication`);
  }

  /**
   * https://www.mongodb.com/docs/manual/core/security-scram/
   * @throws MongoError 18 for what is no beginning of an exchange, 334 for another mechanism
   */
  begin({ mechanism, payload, options, db, $db = db }: Doc): Doc {
    this.exchange = undefined;
    if (mechanism !== MECHANISM)
      throw new MongoError(
        334,
        `Received authentication for mechanism ${String(mechanism)} which is not enabled`,
      );
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
    if (!exchange || Number(conversationId) !== 1) throw new MongoError(17, 'No SASL session state found');
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

  /** The beginning of an exchange that comes with hello; what is wrong with it shows when it goes on. */
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
