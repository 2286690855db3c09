import type { AuditEntry, AuditResource } from '#domain/audit';
import { pages } from '#domain/pages';
import {
  cardEventPath,
  customerPath,
  draftPath,
  foundTransactionsPath,
  mailPath,
  paymentPath,
  transactionsPath,
} from '../ui/paths.js';

/** A notice is shown where it is used: with the bank transactions that carry its number. */
function noticePath(_id: string, { changes = [] }: AuditEntry): string {
  const number = changes.find(({ field }) => field === 'referenceNumber')?.to;
  return typeof number === 'string' ? foundTransactionsPath(number) : pages.reconcile;
}

const pageOf: Record<AuditResource, (id: string, entry: AuditEntry) => string> = {
  customers: customerPath,
  payments: paymentPath,
  mails: mailPath,
  statements: draftPath,
  'bank-transactions': (id) => transactionsPath({ state: 'matched' }, id),
  'bank-accounts': () => pages.bankAccounts,
  accounts: () => pages.people,
  invitations: () => pages.people,
  'interac-notices': noticePath,
  'card-events': cardEventPath,
};

/** The page of the record that an entry is about; undefined where it names none, or where it is gone. */
export function auditedRecordPath(entry: AuditEntry): string | undefined {
  const { resource, resourceId, action } = entry;
  return resourceId && action !== 'delete' ? pageOf[resource](resourceId, entry) : undefined;
}
