import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { AuditAction, AuditResource } from '#domain/audit/audit';
import type { CurrentUser } from '#domain/auth/auth';
import type { Pagination } from '#domain/platform/lists';
import { isId } from '#domain/platform/rules';
import { type Change, type ChangedResource, type FieldChange } from '../platform/changes/change.js';
import { idOf } from '../platform/changes/changes.service.js';
import { fieldChanges } from '../platform/changes/field-changes.js';
import { everyResource, InChange } from '../platform/changes/subscribers.js';
import type { BusinessConfig } from '../platform/config/business-settings.js';
import { CONFIG } from '../platform/config/config.module.js';
import { cursorBatches } from '../platform/database/batches/cursor-batches.js';
import { collectionOf } from '../platform/database/collection-of.js';
import { type NewestQuery, readNewest } from '../platform/database/read-newest.js';
import { readList } from '../platform/database/read-page.js';
import type { UnitOfWork } from '../platform/database/transactions/unit-of-work.js';
import type { Export } from '../platform/exports/export.js';
import { exportCursor } from '../platform/exports/export-file.js';
import { exportedFields, exportFormat } from '../platform/exports/export-query.js';
import type { Caller } from '../platform/http/caller.decorator.js';
import { parseFilter, parseListQuery } from '../platform/http/list-query.js';
import { auditListSpec, recordIn } from './audit-list.js';
import { AuditChain } from './audit-chain.service.js';
import { auditColumns } from './audit-export.js';
import { AuditEntry } from './audit.schema.js';
import { withRecordNames } from './record-names.js';
import { RefusedCalls } from './refused-calls.js';

type Plain = Record<string, unknown>;

/** Writes the audit trail in the transaction of the reported change, and lists it. Entries never change, but for what an erasure replaces. */
@Injectable()
export class AuditService implements OnModuleDestroy {
  readonly refused = new RefusedCalls((accountId, caller, changes) =>
    this.add(caller, 'access-refused', 'accounts', accountId, { changes }),
  );

  constructor(
    @InjectModel(AuditEntry.name) private readonly entries: Model<AuditEntry>,
    private readonly chain: AuditChain,
    @Inject(CONFIG) private readonly config: BusinessConfig,
  ) {}

  /** Adds an entry about an event that changes no record; with `unit`, in its transaction. */
  async add(
    caller: Caller,
    action: AuditAction,
    resource: AuditResource,
    resourceId?: string,
    { changes, unit }: { changes?: FieldChange[]; unit?: UnitOfWork } = {},
  ): Promise<void> {
    await this.insert([entryOf(caller, action, resource, resourceId, changes)], unit);
  }

  /** Stores entries, in a transaction if there is one, and has them linked after it. */
  private async insert(entries: readonly AuditEntry[], unit?: UnitOfWork): Promise<void> {
    const marked = await Promise.all(entries.map((entry) => this.chain.marked(entry)));
    if (!marked.length) return;
    if (unit) {
      unit.deferInsert(this.entries.collection, marked);
      unit.afterCommit(() => Promise.resolve(this.chain.linkLater(marked)));
      return;
    }
    await this.entries.collection.insertMany(marked);
    this.chain.linkLater(marked);
  }

  /** Notes a call that an account's role may not make. */
  async noteRefusal(caller: Caller, { id }: CurrentUser, call: string): Promise<void> {
    await this.refused.note(id, caller, call);
  }

  async onModuleDestroy(): Promise<void> {
    await this.refused.flush();
    await this.chain.settle();
  }

  /** Adds an entry for each change that a person or program has made, with its reason as a field. */
  @InChange(everyResource, 'audit')
  async record(changes: readonly Change[], unit: UnitOfWork, resource: ChangedResource): Promise<void> {
    const entries = changes.flatMap((change) => {
      const { caller, action, before, after, note, fields } = change;
      if (!caller) return [];
      const shown = fields ?? (before || after ? fieldChanges(before ?? {}, after ?? {}) : undefined);
      const reason = note ? [{ field: 'note', from: null, to: note }] : [];
      const all = shown && [...shown, ...reason];
      return [entryOf(caller, action, resource, String(idOf(change)), all)];
    });
    await this.insert(entries, unit);
  }

  async list(query: Plain): Promise<{ entries: AuditEntry[]; pagination: Pagination }> {
    const list = parseListQuery(query, auditListSpec, this.config.calendar);
    const direction = list.sort.at ?? -1;
    const sort = { at: direction, _id: direction };
    const { found, pagination } = await readList(this.entries, { ...list, sort });
    return { entries: await withRecordNames(this.entries.db, found), pagination };
  }

  /** Returns whether a list's query is about one record that is neither a person nor a mail about an account. */
  async isHistory(query: Plain): Promise<boolean> {
    const record = recordIn(query);
    if (record?.resource !== 'mails' || !isId(record.id)) return record !== undefined;
    const ofAccount = { _id: new Types.ObjectId(record.id), kind: 'account' };
    return !(await this.entries.db.collection('mails').findOne(ofAccount, { projection: { _id: 1 } }));
  }

  /** The newest entries of a record, or of several of one resource, after a place. */
  newestOf(
    resource: AuditResource,
    ids: readonly Types.ObjectId[],
    page: Pick<NewestQuery, 'place' | 'limit'>,
  ): Promise<AuditEntry[]> {
    const [id, ...others] = ids.map(String);
    const conditions = { resource, resourceId: others.length ? { $in: [id, ...others] } : id };
    const projection = { mark: 0 };
    return readNewest<AuditEntry>(collectionOf<AuditEntry>(this.entries), {
      conditions,
      time: 'at',
      isMany: others.length > 0,
      projection,
      ...page,
    });
  }

  /** The entries that the list's filters select, newest first, as a file. */
  async export(query: Plain, caller: Caller): Promise<Export<AuditEntry>> {
    const format = exportFormat(query);
    const conditions = parseFilter(query.filter, auditListSpec, this.config.calendar) as object;
    const total = await this.entries.countDocuments(conditions);
    await this.add(caller, 'export', 'accounts', undefined, { changes: exportedFields(query) });
    const found = this.entries.collection
      .find<AuditEntry>(conditions, exportCursor)
      .sort({ at: -1, _id: -1 });
    const rows = cursorBatches(found);
    return { name: 'audit', format, columns: auditColumns, rows, total, calendar: this.config.calendar };
  }
}

const entryOf = (
  { by, actor, ip, requestId }: Caller,
  action: AuditAction,
  resource: AuditResource,
  resourceId: string | undefined,
  changes: FieldChange[] | undefined,
): AuditEntry => ({
  _id: new Types.ObjectId(),
  at: new Date(),
  by,
  actor,
  action,
  resource,
  ...(resourceId && { resourceId }),
  ip,
  requestId,
  ...(changes && { changes }),
});
