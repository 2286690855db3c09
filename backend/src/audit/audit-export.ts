import { auditActionNames, auditResourceNames } from '#domain/audit/audit';
import type { Column } from '../platform/exports/export.js';
import type { AuditEntry } from './audit.schema.js';

export const auditColumns: readonly Column<AuditEntry>[] = [
  { title: 'Time', width: 22, format: 'moment', value: ({ at }) => at },
  { title: 'By', width: 20, value: ({ by }) => by },
  { title: 'Action', width: 26, value: ({ action }) => auditActionNames[action] },
  { title: 'Record', width: 18, value: ({ resource }) => auditResourceNames[resource] },
  { title: 'Record ID', width: 26, value: ({ resourceId }) => resourceId },
  { title: 'Changes', width: 60, value: ({ changes }) => changes && JSON.stringify(changes) },
  { title: 'Network Address', width: 22, value: ({ ip }) => ip },
  { title: 'Request ID', width: 38, value: ({ requestId }) => requestId },
  { title: 'Kind of Actor', width: 14, value: ({ actor }) => actor?.kind },
  { title: 'Account ID', width: 26, value: ({ actor }) => actor?.id },
];
