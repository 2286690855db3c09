import { useTranslate } from 'react-admin';
import { PageHeader } from '../ui/page/PageHeader.js';
import type { Column } from '../ui/lists/column.js';
import { ListEmpty } from '../ui/lists/ListEmpty.js';
import { ListPage } from '../ui/lists/ListPage.js';
import { RecordList } from '../ui/lists/RecordList.js';
import { AuditExportMenu } from './AuditExportMenu.js';
import { AuditFilters } from './AuditFilters.js';
import { EntryActions } from './EntryActions.js';
import { EntryAction, EntryAddress, EntryChanges, EntryPerson, EntryRecord, EntryTime } from './fields.js';

const label = (name: string) => `resources.audit.${name}`;

const columns: Column[] = [
  { label: label('time'), field: <EntryTime />, sortBy: 'at', nowrap: true, card: 'meta' },
  { label: label('person'), field: <EntryPerson />, card: 'status' },
  { label: label('action'), field: <EntryAction />, card: 'title' },
  { label: label('record'), field: <EntryRecord />, nowrap: true, card: 'end' },
  { label: label('changes'), field: <EntryChanges />, ellipsis: true, card: 'main' },
  { label: label('address'), field: <EntryAddress />, nowrap: true, card: 'meta' },
];

/** The whole audit trail, newest first: who did what, when, to which record. */
export function AuditList() {
  const translate = useTranslate();
  return (
    <ListPage
      header={
        <PageHeader title={translate(label('title'))} subtitle={translate(label('subtitle'))}>
          <AuditExportMenu />
        </PageHeader>
      }
      filters={<AuditFilters />}
    >
      <RecordList
        columns={columns}
        actions={<EntryActions />}
        empty={
          <ListEmpty title={translate(label('empty'))} hint={translate(label('emptyHint'))} action={null} />
        }
      />
    </ListPage>
  );
}
