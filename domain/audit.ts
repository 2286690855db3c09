import type { Pagination } from './lists.js';

/** A field that a write changed, before and after; null where it has no value. */
export interface AuditChange {
  field: string;
  from: unknown;
  to: unknown;
}

/** An audit entry, as the API returns it: actor, action, record, time and network address. */
export interface AuditEntry {
  _id: string;
  at: string;
  by: string;
  /** "create", "update", "status", "delete", "export", … */
  action: string;
  resource: string;
  resourceId?: string;
  ip: string;
  requestId: string;
  changes?: AuditChange[];
}

export interface AuditPage {
  entries: AuditEntry[];
  pagination: Pagination;
}
