import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { AuditAction, AuditResource } from '#domain/audit';
import type { CurrentUser } from '#domain/auth';
import type { Pagination } from '#domain/lists';
import { type Change, type ChangedResource, type FieldChange } from '../changes/change.js';
import { idOf } from '../changes/changes.service.js';
import { fieldChanges } from '../changes/field-changes.js';
import { everyResource, InChange } from '../changes/subscribers.js';
import type { UnitOfWork } from '../database/transactions/unit-of-work.js';
import type { Caller } from '../http/caller.decorator.js';
import { paginationOf, parseListQuery } from '../http/list-query.js';
import { auditListSpec } from './audit-list.js';
import { AuditEntry } from './audit.schema.js';

type Plain = Record<string, unknown>;

/** Writes the audit trail in the transaction of the reported change, and lists it. Entries never change. */
@Injectable()
export class AuditService {
  constructor(@InjectModel(AuditEntry.name) private readonly entries: Model<AuditEntry>) {}

  /** Adds an entry about an event that changes no record; with `unit`, in its transaction. */
  async add(
    caller: Caller,
    action: AuditAction,
    resource: AuditResource,
    resourceId?: string,
    { changes, unit }: { changes?: FieldChange[]; unit?: UnitOfWork } = {},
  ): Promise<void> {
    const entry = entryOf(caller, action, resource, resourceId, changes);
    if (unit) unit.deferInsert(this.entries.collection, [entry]);
    else await this.entries.collection.insertOne(entry);
  }

  /** Adds an entry about a call that an account's role may not make. */
  async noteRefusal(caller: Caller, { id }: CurrentUser, call: string): Promise<void> {
    const changes = [{ field: 'call', from: null, to: call }];
    await this.add(caller, 'access-refused', 'accounts', id, { changes });
  }

  /** Adds an entry for each change that a person or program has made, with its reason as a field. */
  @InChange(everyResource, 'audit')
  record(changes: readonly Change[], unit: UnitOfWork, resource: ChangedResource): void {
    const entries = changes.flatMap((change) => {
      const { caller, action, before, after, note, fields } = change;
      if (!caller) return [];
      const shown = fields ?? (before || after ? fieldChanges(before ?? {}, after ?? {}) : undefined);
      const reason = note ? [{ field: 'note', from: null, to: note }] : [];
      const all = shown && [...shown, ...reason];
      return [entryOf(caller, action, resource, String(idOf(change)), all)];
    });
    unit.deferInsert(this.entries.collection, entries);
  }

  async list(query: Plain): Promise<{ entries: AuditEntry[]; pagination: Pagination }> {
    const list = parseListQuery(query, auditListSpec);
    const direction = list.sort.at ?? -1;
    const [entries, total] = await Promise.all([
      this.entries
        .find(list.conditions)
        .sort({ at: direction, _id: direction })
        .skip((list.page - 1) * list.limit)
        .limit(list.limit)
        .lean(),
      this.entries.countDocuments(list.conditions),
    ]);
    return { entries, pagination: paginationOf(list, total) };
  }
}

const entryOf = (
  { by, ip, requestId }: Caller,
  action: AuditAction,
  resource: AuditResource,
  resourceId: string | undefined,
  changes: FieldChange[] | undefined,
): Omit<AuditEntry, '_id'> => ({
  ...{ at: new Date(), by, action, resource },
  ...(resourceId && { resourceId }),
  ...{ ip, requestId },
  ...(changes && { changes }),
});
