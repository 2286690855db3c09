import type { AuditEntry, AuditResource } from '#domain/audit';
import { pages } from '#domain/pages';
import { customerPath, draftPath, mailPath, paymentPath, transactionsPath } from '../ui/paths.js';

const pageOf: Record<AuditResource, ((id: string) => string) | undefined> = {
  customers: customerPath,
  payments: paymentPath,
  mails: mailPath,
  statements: draftPath,
  'bank-transactions': (id) => transactionsPath({ state: 'matched' }, id),
  'bank-accounts': () => pages.bankAccounts,
  accounts: () => pages.people,
  invitations: () => pages.people,
  'interac-notices': undefined,
  'card-events': undefined,
};

/** The page of the record that an entry is about; undefined where it has none, or is gone. */
export function auditedRecordPath({ resource, resourceId, action }: AuditEntry): string | undefined {
  if (!resourceId || action === 'delete') return undefined;
  return pageOf[resource]?.(resourceId);
}
