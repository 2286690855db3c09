import { expect, it } from 'vitest';
import { type AuditEntry, type AuditResource, auditResources } from '#domain/audit/audit';
import { auditedRecordPath } from './AuditList.js';

const id = '0123456789abcdef01234567';
const entry = (change: Partial<AuditEntry>): AuditEntry => ({
  _id: id,
  at: '2026-01-02T03:04:05Z',
  by: 'dana',
  action: 'create',
  resource: 'payments',
  resourceId: id,
  ip: '192.0.2.1',
  requestId: 'one',
  ...change,
});

it.each(auditResources)('leads from an entry of %s to its page', (resource) => {
  expect(auditedRecordPath(entry({ resource }))).toMatch(/^\/admin\//);
});

it('leads from the deletion of a customer to what is left of them, and of no other record', () => {
  const paths = auditResources.map((resource) => auditedRecordPath(entry({ resource, action: 'delete' })));
  expect(paths.filter(Boolean)).toEqual([`/admin/customers/${id}`]);
});

it('leads to a card event, open beside its list', () => {
  expect(auditedRecordPath(entry({ resource: 'card-events' }))).toBe(`/admin/card-events?event=${id}`);
});

it('leads from a notice to the list that finds it by its number', () => {
  const changes = [{ field: 'referenceNumber', from: null, to: 'CAabc123' }];
  const path = auditedRecordPath(entry({ resource: 'interac-notices', changes }))!;
  const [page, query] = path.split('?');
  expect([page, new URLSearchParams(query).get('filter')]).toEqual([
    '/admin/reconcile/notices',
    JSON.stringify({ search: 'CAabc123' }),
  ]);
});

it('leads from a document to the list that finds it by its number', () => {
  const changes = [{ field: 'number', from: null, to: 'INV-000001' }];
  const path = auditedRecordPath(entry({ resource: 'documents', changes }))!;
  expect(new URLSearchParams(path.split('?')[1]).get('filter')).toBe(
    JSON.stringify({ search: 'INV-000001' }),
  );
});

it('leads nowhere from an entry of records that have no page', () => {
  expect(auditedRecordPath(entry({ resource: 'notes' as AuditResource }))).toBeUndefined();
});

it('leads nowhere from an entry that names no record', () => {
  expect(auditedRecordPath(entry({ resourceId: '' }))).toBeUndefined();
  expect(auditedRecordPath(entry({ resource: 'books', resourceId: '' }))).toBe('/admin/reports?tab=months');
});
