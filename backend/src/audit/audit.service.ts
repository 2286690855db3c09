import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { Pagination } from '#domain/lists';
import type { UnitOfWork } from '../database/transactions/unit-of-work.js';
import type { Caller } from '../http/caller.decorator.js';
import { enumFilter, type ListSpec, momentRange, paginationOf, parseListQuery } from '../http/list-query.js';
import {
  type AuditAction,
  auditActions,
  AuditEntry,
  type AuditResource,
  auditResources,
  type FieldChange,
} from './audit.schema.js';

type Plain = Record<string, unknown>;

/** Derived fields and fields that change with every write; they are no change of their own. */
const silent = new Set([
  ...['_id', 'version', 'createdAt', 'updatedAt', 'statusHistory', 'referenceParts'],
  ...['formerReferences', 'formerReferenceKeys', 'due', 'statusByHand', 'reminders'],
]);

/** Returns the fields in which two states of a record differ. */
export function fieldChanges(before: Plain, after: Plain): FieldChange[] {
  const plain = (value: unknown): string => JSON.stringify(value ?? null);
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter(
      (field) => !silent.has(field) && !field.endsWith('Key') && plain(before[field]) !== plain(after[field]),
    )
    .map((field) => ({ field, from: before[field] ?? null, to: after[field] ?? null }));
}

/** Filters and sort fields of the audit trail. */
export const auditListSpec: ListSpec = {
  filters: {
    resource: enumFilter('resource', auditResources),
    action: enumFilter('action', auditActions),
    resourceId: (resourceId) => ({ resourceId }),
    by: (by) => ({ by }),
  },
  ranges: { at: momentRange('at') },
  sorts: { at: 'at', createdAt: 'at' },
};

/** Writes the audit trail in the transaction of the reported change, and lists it. Entries never change. */
@Injectable()
export class AuditService {
  constructor(@InjectModel(AuditEntry.name) private readonly entries: Model<AuditEntry>) {}

  /** Adds an entry; with `unit`, in the transaction of the change that it records. */
  async add(
    { by, ip, requestId }: Caller,
    action: AuditAction,
    resource: AuditResource,
    resourceId?: string,
    { changes, unit }: { changes?: FieldChange[]; unit?: UnitOfWork } = {},
  ): Promise<void> {
    const entry = {
      at: new Date(),
      by,
      action,
      resource,
      ...(resourceId && { resourceId }),
      ip,
      requestId,
      ...(changes && { changes }),
    };
    if (unit) unit.deferInsert(this.entries.collection, [entry]);
    else await this.entries.collection.insertOne(entry);
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
