import type { KeyObject } from 'node:crypto';
import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection, mongo } from 'mongoose';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { Leader } from '../database/leader.js';
import { LeaderTimer } from '../database/leader-timer.js';
import { TransactionsService } from '../database/transactions/transactions.service.js';
import type { AuditEntry } from './audit.schema.js';
import { type Block, extend, type Head, type Linkable, markOf } from './chain.js';
import { chainKey } from './chain-key.js';

const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;

/** Time between two blocks, in which entries are collected, and the largest block. */
const pauseMs = second;
const maximumLinks = 1000;
/** Maximum number of entries that wait for their link in memory; the search for forgotten ones finds the others. */
const maximumWaiting = 100_000;
/** Age from which an entry without a link has been forgotten, by a server or a command that was killed. */
const forgottenMs = 30 * second;
const searchMs = 5 * minute;

export const chainCollections = (connection: Connection) => ({
  entries: connection.collection('audit') as unknown as mongo.Collection<AuditEntry & { mark?: string }>,
  blocks: connection.collection('auditblocks') as unknown as mongo.Collection<Block>,
  heads: connection.collection('audithead') as unknown as mongo.Collection<Head>,
});

/**
 * Links the entries of the audit trail. A chain forces its writers into one order, which no request should wait for:
 * each entry is written with its mark in its own transaction, and linked after its commit: at once, or where that was
 * done within the last second, with all others of this second. It is linked as it was written, so that one that was
 * deleted meanwhile is missed. Instances take turns by the head, which a block replaces only as it was read.
 */
@Injectable()
export class AuditChain implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Audit');
  private key: Promise<KeyObject | undefined> | undefined;
  private waiting: Linkable[] = [];
  private timer: NodeJS.Timeout | undefined;
  /** The moment of the last block of this server, by the clock that is never set. */
  private linkedAt = -pauseMs;
  private firstSearch: NodeJS.Timeout | undefined;
  private readonly search: LeaderTimer;
  private linking: Promise<void> = Promise.resolve();
  private searchedUntil: Date | undefined;

  constructor(
    @InjectConnection() private readonly connection: Connection,
    @Inject(CONFIG) private readonly config: Config,
    private readonly unitOfWork: TransactionsService,
    private readonly leader: Leader,
  ) {
    this.search = new LeaderTimer(
      leader,
      searchMs,
      () => this.later(() => this.findForgotten()),
      // `later` logs them.
      () => undefined,
    );
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.begin();
    void this.later(() => this.adopt());
    this.search.start();
    // Entries of just before this start are old enough then.
    this.firstSearch = setTimeout(() => {
      if (this.leader.isLeading) void this.later(() => this.findForgotten());
    }, forgottenMs + second).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearTimeout(this.firstSearch);
    await this.search.stop();
    await this.settle();
  }

  /** Links all that waits, before the program ends. */
  async settle(): Promise<void> {
    clearTimeout(this.timer);
    await this.later(() => this.link());
  }

  /** Adds its mark to an entry that is going to be stored. */
  async marked<Entry extends object>(entry: Entry): Promise<Entry & { mark?: string }> {
    const key = await this.readKey();
    return key ? { ...entry, mark: markOf(key, entry) } : entry;
  }

  /** Links committed entries: at once, or in the next block. */
  linkLater(entries: readonly (Omit<Linkable, 'mark'> & { mark?: string })[]): void {
    for (const { _id, at, mark } of entries)
      if (mark && this.waiting.length < maximumWaiting) this.waiting.push({ _id, at, mark });
    const waitMs = Math.max(0, this.linkedAt + pauseMs - performance.now());
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.linkedAt = performance.now();
      void this.later(() => this.link());
    }, waitMs).unref();
  }

  private readKey(): Promise<KeyObject | undefined> {
    this.key ??= this.findKey();
    return this.key;
  }

  /** Returns whether a server has begun the chain: entries before that have no mark. */
  async hasBegun(): Promise<boolean> {
    return !!(await chainCollections(this.connection).heads.findOne({}));
  }

  /** Returns no key where there is no chain yet: the server begins one, and takes in what commands have written. */
  private async findKey(): Promise<KeyObject | undefined> {
    if (!(await this.hasBegun())) return undefined;
    const key = await chainKey(this.config, this.connection);
    if (!key)
      this.logger.error(
        'The audit trail is kept under another secret, and new entries have no link: set JWT_SECRET_FORMER to that one, or begin a new chain by: npm run audit -- begin',
      );
    return key;
  }

  /** Does the work after the one before it; its errors are logged, and what waits is linked by the next one. */
  private later(work: () => Promise<void>): Promise<void> {
    this.linking = this.linking.then(work).catch((error: unknown) => {
      this.logger.warn({ message: 'Entries could not be linked', error: (error as Error).message });
    });
    return this.linking;
  }

  /** Begins the chain, where none of its parts is there: a part that is missing later is found by the check. */
  private async begin(): Promise<void> {
    const { entries, blocks } = chainCollections(this.connection);
    if (await this.hasBegun()) return;
    if ((await blocks.findOne({})) || (await entries.findOne({ mark: { $exists: true } }))) {
      this.logger.error('The head of the audit trail is missing: npm run audit -- check');
      return;
    }
    const key = await chainKey(this.config, this.connection);
    // Another instance that starts at the same moment may be first.
    if (key) await this.append(key, [], { isFirst: true });
  }

  /** Marks and links the entries of the versions before the chain. */
  private async adopt(): Promise<void> {
    const key = await this.readKey();
    const { entries, heads } = chainCollections(this.connection);
    if (!key || !(await heads.findOne({ isAdopting: true }))) return;
    let batch: Linkable[] = [];
    const write = async (isLast: boolean) => {
      const updates = batch.map(({ _id, mark }) => ({
        updateOne: { filter: { _id }, update: { $set: { mark } } },
      }));
      if (updates.length) await entries.bulkWrite(updates);
      await this.append(key, batch, { isAdopting: !isLast });
      batch = [];
    };
    for await (const entry of entries.find({ mark: { $exists: false } }).sort({ at: 1, _id: 1 })) {
      batch.push({ _id: entry._id, at: entry.at, mark: markOf(key, entry) });
      if (batch.length === maximumLinks) await write(false);
    }
    await write(true);
  }

  private async link(): Promise<void> {
    if (!this.waiting.length) return;
    const key = await this.readKey();
    while (key && this.waiting.length) {
      const next = this.waiting.slice(0, maximumLinks);
      await this.append(key, next);
      this.waiting.splice(0, next.length);
    }
  }

  private async append(
    key: KeyObject,
    entries: readonly Linkable[],
    { isFirst = false, isAdopting }: { isFirst?: boolean; isAdopting?: boolean } = {},
  ): Promise<void> {
    const { blocks, heads } = chainCollections(this.connection);
    const expired = new Date(Date.now() - this.config.auditRetentionDays * day);
    await this.unitOfWork.run(async ({ session }) => {
      const head = await heads.findOne({ _id: 'head' }, { session });
      if (isFirst && head) return;
      if (!isFirst && !head) throw new Error('The head of the audit trail is missing');
      const next = extend(key, head, entries, expired, isFirst || isAdopting);
      await heads.replaceOne({ _id: 'head' }, next.head, { upsert: true, session });
      await blocks.insertOne(next.block, { session });
    });
  }

  /** Links the marked entries that have none: of a server or a command that was killed. */
  private async findForgotten(): Promise<void> {
    const key = await this.readKey();
    const { entries, blocks, heads } = chainCollections(this.connection);
    const head = await heads.findOne({ _id: 'head' });
    const to = new Date(Date.now() - forgottenMs);
    const from = new Date(Number(this.searchedUntil ?? head?.until ?? 0) - searchMs);
    if (!key || from >= to) return;
    const linked = new Set<string>();
    for await (const { links } of blocks.find({ until: { $gte: from } }))
      for (const { id } of links) linked.add(String(id));
    const forgotten: Linkable[] = [];
    const own = new Set(this.waiting.map(({ _id }) => String(_id)));
    for await (const entry of entries.find({ at: { $gt: from, $lte: to } }).sort({ at: 1, _id: 1 })) {
      const { _id, at, mark } = entry;
      // An entry without its right mark is none of the server's: it stays apart, and the check finds it.
      if (linked.has(String(_id)) || own.has(String(_id)) || !mark || mark !== markOf(key, entry)) continue;
      forgotten.push({ _id, at, mark });
    }
    for (let start = 0; start < forgotten.length; start += maximumLinks)
      await this.append(key, forgotten.slice(start, start + maximumLinks));
    this.searchedUntil = to;
  }
}
