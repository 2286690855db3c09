import { DataTable, TopToolbar, useListContext, useTranslate } from 'react-admin';
import { ExportMenu } from '../ui/exports/ExportMenu.js';
import { Ellipsis } from '../ui/lists/Ellipsis.js';
import { ListEmpty } from '../ui/lists/ListEmpty.js';
import { ListFrame } from '../ui/lists/ListFrame.js';
import { ListRecords } from '../ui/lists/ListRecords.js';
import { AuditFilters } from './AuditFilters.js';
import { EntryActions } from './EntryActions.js';
import { EntryAction, EntryAddress, EntryChanges, EntryPerson, EntryRecord, EntryTime } from './fields.js';

const label = (name: string) => `resources.audit.${name}`;

/** Exports every entry that passes the filters on the screen. */
function ExportButton() {
  const filter = useListContext().filterValues as object;
  return <ExportMenu resource="audit" query={{ filter }} label={label('export')} />;
}

/** The whole audit trail, newest first: who did what, when, to which record. */
export function AuditList() {
  const translate = useTranslate();
  return (
    <ListFrame
      actions={
        <TopToolbar>
          <ExportButton />
        </TopToolbar>
      }
      filters={<AuditFilters />}
    >
      <ListRecords
        actions={<EntryActions />}
        empty={
          <ListEmpty title={translate(label('empty'))} hint={translate(label('emptyHint'))} action={null} />
        }
        card={{
          title: <EntryAction />,
          status: <EntryPerson />,
          main: <EntryChanges />,
          end: <EntryRecord />,
          meta: (
            <>
              <EntryTime /> · <EntryAddress />
            </>
          ),
        }}
      >
        <DataTable.Col source="at" label={label('fields.at')} className="whole">
          <EntryTime />
        </DataTable.Col>
        <DataTable.Col label={label('fields.by')}>
          <EntryPerson />
        </DataTable.Col>
        <DataTable.Col label={label('fields.action')}>
          <EntryAction />
        </DataTable.Col>
        <DataTable.Col label={label('fields.resource')} className="whole">
          <EntryRecord />
        </DataTable.Col>
        <DataTable.Col label={label('fields.changes')} className="cut">
          <Ellipsis>
            <EntryChanges />
          </Ellipsis>
        </DataTable.Col>
        <DataTable.Col label={label('fields.ip')} className="whole">
          <EntryAddress />
        </DataTable.Col>
      </ListRecords>
    </ListFrame>
  );
}
