import { auditActions, type AuditResource, auditResources } from '#domain/audit/audit';
import {
  enumFilter,
  type Filter,
  indexesOf,
  type ListSpec,
  momentRange,
} from '../platform/http/list-query.js';
import { AuditEntrySchema } from './audit.schema.js';

const ofRecord: Filter = (resourceId) => ({ resourceId });

/** Filters and sort fields of the audit trail; `id` and `resourceId` are the same one. */
export const auditListSpec: ListSpec = {
  filters: {
    resource: enumFilter('resource', auditResources),
    action: enumFilter('action', auditActions),
    id: ofRecord,
    resourceId: ofRecord,
    by: (by) => ({ by }),
  },
  ranges: { at: momentRange('at') },
  sorts: { at: 'at', createdAt: 'at' },
  order: '-at',
  indexes: indexesOf(AuditEntrySchema),
};

/** Entries of these tell of people: they are for the readers of the whole trail. */
const ofPeople: readonly string[] = ['accounts', 'invitations'] satisfies AuditResource[];

/** Returns the one record, other than a person, that a list's query is about. */
export function recordIn({ filter }: Record<string, unknown>): { resource: string; id: string } | undefined {
  const { resource, id, resourceId = id } = (filter ?? {}) as Record<string, unknown>;
  const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
  if (!isText(resource) || !isText(resourceId) || ofPeople.includes(resource.trim())) return undefined;
  return { resource: resource.trim(), id: resourceId.trim() };
}
