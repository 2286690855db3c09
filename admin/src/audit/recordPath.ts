import type { AuditEntry, AuditResource } from '#domain/audit/audit';
import { pages } from '#domain/platform/pages';
import { recordPage } from '#domain/platform/admin-pages';
import { type OfficeRecordName, officeRecords } from '#domain/platform/resources';
import { asText } from '#domain/platform/rules';
import {
  cardEventPath,
  customerPath,
  draftPath,
  foundPath,
  paymentPath,
  transactionsPath,
} from '../ui/paths.js';

/** The list in which a record without a page is found by its number, where the entry has it in this field. */
const numberedPath =
  (page: string, name: string) =>
  (_id: string, { changes = [] }: AuditEntry): string => {
    const number = changes.find(({ field }) => field === name)?.to;
    return typeof number === 'string' ? foundPath(page, number) : page;
  };

/** The record that a comment stands on. */
function commentedPath(_id: string, { changes = [] }: AuditEntry): string {
  const idIn = (name: string) => asText(changes.find(({ field }) => field === name)?.to);
  const paymentId = idIn('paymentId');
  if (paymentId) return paymentPath(paymentId);
  const customerId = idIn('customerId');
  return customerId ? customerPath(customerId) : pages.customers;
}

/** The pages of records that have none of their own. */
const pageOf: Partial<Record<AuditResource, (id: string, entry: AuditEntry) => string>> = {
  comments: commentedPath,
  statements: draftPath,
  'bank-transactions': (id) => transactionsPath({ state: 'matched' }, id),
  'bank-accounts': () => pages.bankAccounts,
  accounts: () => pages.people,
  invitations: () => pages.people,
  'interac-notices': numberedPath(pages.interacNotices, 'referenceNumber'),
  documents: numberedPath(pages.documents, 'number'),
  'card-events': cardEventPath,
  books: () => `${pages.reports}?tab=months`,
};

/** There is one of these: their entries name none. */
const single: readonly string[] = ['books' satisfies AuditResource];

const isPaged = (resource: string): resource is OfficeRecordName =>
  Object.hasOwn(officeRecords, resource) &&
  officeRecords[resource as OfficeRecordName].pages.some((page) => page.startsWith(':id'));

/**
 * The page of the record that an entry is about; undefined where it names none, or where there is none any more. That of a
 * deleted customer has what is left of them.
 */
export function auditedRecordPath(entry: AuditEntry): string | undefined {
  const { resource, resourceId = '', action } = entry;
  if (!resourceId && !single.includes(resource)) return undefined;
  if (action === 'delete' && resource !== 'customers') return undefined;
  const page = pageOf[resource];
  if (page) return page(resourceId, entry);
  return isPaged(resource) ? recordPage(resource, resourceId) : undefined;
}
