import { type RaRecord, useGetManyAggregate } from 'react-admin';
import type { AuditEntry, AuditResource } from '#domain/audit';
import { asText } from '#domain/rules';

/** The field that names a record, of the resources whose records have a name. */
const nameFields: Partial<Record<AuditResource, string>> = {
  payments: 'referenceNumber',
  customers: 'fullName',
  mails: 'subject',
  'bank-accounts': 'name',
  accounts: 'username',
  invitations: 'email',
  statements: 'fileName',
  documents: 'number',
};

/** The resources whose records are found by their ids: the names of a page's rows come in one call for each. */
const found: readonly string[] = ['payments', 'customers', 'mails'] satisfies AuditResource[];

/**
 * The name of the record that an entry is about: the present one, else what the entry itself says, as of a deleted
 * record; '' where neither is known.
 */
export function useRecordName(entry: AuditEntry | undefined): string {
  const { resource = '' as AuditResource, resourceId = '', changes = [] } = entry ?? {};
  const field = nameFields[resource];
  const { data } = useGetManyAggregate<RaRecord<string>>(
    resource,
    { ids: [resourceId] },
    { enabled: found.includes(resource) && resourceId !== '' },
  );
  if (!field) return '';
  const told = changes.find((change) => change.field === field);
  return asText(data?.[0]?.[field]) || asText(told?.to) || asText(told?.from);
}
