import type { KeyObject } from 'node:crypto';
import { ConflictException, Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import type { AuditConfig } from './audit-settings.js';
import type { DatabaseConfig } from '../platform/config/database-settings.js';
import { CONFIG } from '../platform/config/config.module.js';
import { Leader } from '../platform/database/leader.js';
import { LeaderTimer } from '../platform/database/leader-timer.js';
import { TransactionsService } from '../platform/database/transactions/transactions.service.js';
import type { UnitOfWork } from '../platform/database/transactions/unit-of-work.js';
import { readKeys, type ServerKeys } from '../platform/secrets/server-key.js';
import {
  type Anchor,
  readAnchorDocument,
  readAnchorFile,
  writeAnchorDocument,
  writeAnchorFile,
} from './anchor.js';
import { extend, isMarked, type Linkable, markOf, withMark, chainCollections, hasChain } from './chain.js';
import { chainKey } from './chain-key.js';
import type { AuditEntry } from './audit.schema.js';
import type { ReplacedMark } from './replaced-marks.js';

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

/**
 * Links the entries of the audit trail. A chain forces its writers into one order, which no request should wait for:
 * each entry is written with its mark in its own transaction, and linked after its commit: at once, or where that was
 * done within the last second, with all others of this second. It is linked as it was written, so that one that was
 * deleted meanwhile is missed. Instances take turns by the head, which a block replaces only as it was read.
 */
@Injectable()
export class AuditChain implements OnModuleDestroy {
  private readonly logger = new Logger('Audit');
  private key: Promise<KeyObject | undefined> | undefined;
  private beginning: Promise<void> | undefined;
  private waiting: Linkable[] = [];
  private timer: NodeJS.Timeout | undefined;
  /** The moment of the last block of this server, by the clock that is never set. */
  private linkedAt = -pauseMs;
  private firstSearch: NodeJS.Timeout | undefined;
  private readonly search: LeaderTimer;
  private linking: Promise<void> = Promise.resolve();
  private searchedUntil: Date | undefined;
  /** The reason for which the anchor is not kept, which is logged once. */
  private anchorFault: string | undefined;

  constructor(
    @InjectConnection() private readonly connection: Connection,
    @Inject(CONFIG) private readonly config: AuditConfig & DatabaseConfig,
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

  /** Begins the chain, and links from then on what was left without a link. */
  async start(): Promise<void> {
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

  /** Returns an entry as it is going to be stored, with its mark. */
  async marked<Entry extends object>(entry: Entry): Promise<Entry & { mark?: string }> {
    const key = await this.readKey();
    return key ? withMark(key, entry) : entry;
  }

  /**
   * Replaces the content of entries in a transaction, each of which gets a new mark, and returns those of entries that
   * had one. An entry that was changed by others keeps its wrong mark, so that the check still finds it.
   * @throws ConflictException while the entries of earlier versions are being linked
   */
  async replace(
    replacements: readonly { before: AuditEntry; after: AuditEntry }[],
    { session }: UnitOfWork,
  ): Promise<ReplacedMark[]> {
    const key = await this.readKey();
    const { entries, heads } = chainCollections(this.connection);
    if (await heads.findOne({ isAdopting: true }, { session }))
      throw new ConflictException('The audit trail is being linked. Please try again in a minute.');
    const marks: ReplacedMark[] = [];
    const writes = replacements.map(({ before, after }) => {
      const content = { ...after };
      delete content.mark;
      const isRight = key && before.mark && isMarked(key, before);
      const replacement = isRight ? withMark(key, content) : after;
      if (isRight) marks.push({ id: String(before._id), from: before.mark, to: replacement.mark! });
      return { replaceOne: { filter: { _id: before._id }, replacement } };
    });
    if (writes.length) await entries.bulkWrite(writes, { session });
    return marks;
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
    return (this.key ??= this.findKey().catch((error: unknown) => {
      // A database that was away for a moment: the next entry asks again.
      this.key = undefined;
      throw error;
    }));
  }

  /** Returns whether there is a chain. */
  hasBegun(): Promise<boolean> {
    return hasChain(this.connection);
  }

  private begin(): Promise<void> {
    this.beginning ??= this.tryBegin();
    return this.beginning;
  }

  /** Returns no key where there is no chain. */
  private async findKey(): Promise<KeyObject | undefined> {
    await this.begin();
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

  /**
   * Begins the chain in a new database, or where an operator has asked for it. Entries without a chain, or an anchor
   * that tells of one, are left as they are: the check, and a warning, say that nobody can vouch for the trail.
   */
  private async tryBegin(): Promise<void> {
    const keys = await readKeys(this.config, this.connection);
    if (!keys) return;
    const { heads } = chainCollections(this.connection);
    const head = await heads.findOne({ _id: 'head' });
    const told = head ? undefined : await readAnchorDocument(keys, this.connection);
    if (!head && (told ? !told.mayBegin : await this.hasLostChain(keys))) {
      this.logger.error(
        'The audit trail has lost its chain, or was written by a version before 1.1.0: nobody can vouch for its entries, and new ones have no link. Once you have looked at them, begin a new chain by: npm run audit -- begin',
      );
      return;
    }
    const key = await chainKey(this.config, this.connection);
    if (!key) return;
    // Another instance that starts at the same moment may be first.
    if (head) await this.anchor(head);
    // The entries that an operator lets it begin with are linked once a server has started.
    else await this.append(key, [], { isFirst: true, isAdopting: !!told });
    await writeAnchorDocument(keys, this.connection, { mayBegin: false });
  }

  /** Returns whether there are entries, or an anchor in the folder, of a chain whose head is missing. */
  private async hasLostChain(keys: ServerKeys): Promise<boolean> {
    const { entries, blocks } = chainCollections(this.connection);
    const any = { projection: { _id: 1 } };
    return !!(
      readAnchorFile(keys, this.config) ??
      (await blocks.findOne({}, any)) ??
      (await entries.findOne({}, any))
    );
  }

  /**
   * Keeps the end of the chain in the folder; an end before the one that is there, and one that was changed, are left for
   * the check to find. The chain goes on where that fails: its block is stored.
   */
  private async anchor({ block, hash }: Anchor): Promise<void> {
    try {
      const keys = await readKeys(this.config, this.connection);
      const known = keys && readAnchorFile(keys, this.config);
      if (known === 'changed') throw new Error('it was changed');
      if (keys && block >= (known?.block ?? 0)) await writeAnchorFile(keys, this.config, { block, hash });
      this.anchorFault = undefined;
    } catch (error) {
      const { message: fault } = error as Error;
      if (fault !== this.anchorFault)
        this.logger.error({
          message: 'The anchor of the audit trail is not kept: run npm run audit',
          error: fault,
        });
      this.anchorFault = fault;
    }
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
    const end = await this.unitOfWork.run(async ({ session }) => {
      const head = await heads.findOne({ _id: 'head' }, { session });
      if (isFirst && head) return head;
      if (!isFirst && !head) throw new Error('The head of the audit trail is missing');
      const next = extend(key, head, entries, expired, isAdopting);
      await heads.replaceOne({ _id: 'head' }, next.head, { upsert: true, session });
      await blocks.insertOne(next.block, { session });
      return next.head;
    });
    await this.anchor(end);
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
      if (linked.has(String(_id)) || own.has(String(_id)) || !mark || !isMarked(key, entry)) continue;
      forgotten.push({ _id, at, mark });
    }
    for (let start = 0; start < forgotten.length; start += maximumLinks)
      await this.append(key, forgotten.slice(start, start + maximumLinks));
    this.searchedUntil = to;
  }
}
