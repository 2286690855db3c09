import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { DataTable, SimpleList, TopToolbar, useListContext, useTranslate } from 'react-admin';
import { ExportMenu } from '../ui/exports/ExportMenu.js';
import { Ellipsis } from '../ui/lists/Ellipsis.js';
import { ListEmpty } from '../ui/lists/ListEmpty.js';
import { stickyHead } from '../ui/lists/linkedRows.js';
import { SortSelect } from '../ui/lists/SortSelect.js';
import { AuditFilters } from './AuditFilters.js';
import { EntryActions } from './EntryActions.js';
import { EntryAction, EntryAddress, EntryChanges, EntryPerson, EntryRecord, EntryTime } from './fields.js';

const label = (name: string) => `resources.audit.${name}`;
const sorts = [{ sortBy: 'at', label: label('time') }];

/** Exports every entry that passes the filters on the screen. */
export function Actions() {
  const filter = useListContext().filterValues as object;
  return (
    <TopToolbar>
      <ExportMenu resource="audit" query={{ filter }} label={label('export')} />
    </TopToolbar>
  );
}

export const Filters = () => <AuditFilters />;

/** The whole audit trail, newest first: who did what, when, to which record. */
export function Records() {
  const translate = useTranslate();
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'), { noSsr: true });
  const empty = (
    <ListEmpty title={translate(label('empty'))} hint={translate(label('emptyHint'))} action={null} />
  );
  if (isNarrow)
    return (
      <>
        <SortSelect columns={sorts} />
        <SimpleList
          linkType={false}
          empty={empty}
          primaryText={() => <EntryAction />}
          tertiaryText={() => <EntryPerson />}
          secondaryText={() => (
            <>
              <Box component="span" sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
                <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
                  <Ellipsis>
                    <EntryChanges />
                  </Ellipsis>
                </Box>
                <EntryRecord />
              </Box>
              <EntryTime /> · <EntryAddress />
            </>
          )}
          rightIcon={() => <EntryActions isOfCard />}
        />
      </>
    );
  return (
    <DataTable bulkActionButtons={false} rowClick={false} empty={empty} sx={stickyHead}>
      <DataTable.Col source="at" label={label('time')} className="whole">
        <EntryTime />
      </DataTable.Col>
      <DataTable.Col label={label('person')}>
        <EntryPerson />
      </DataTable.Col>
      <DataTable.Col label={label('action')}>
        <EntryAction />
      </DataTable.Col>
      <DataTable.Col label={label('record')} className="whole">
        <EntryRecord />
      </DataTable.Col>
      <DataTable.Col label={label('changes')} className="cut">
        <Ellipsis>
          <EntryChanges />
        </Ellipsis>
      </DataTable.Col>
      <DataTable.Col label={label('address')} className="whole">
        <EntryAddress />
      </DataTable.Col>
      <DataTable.Col label="admin.list.actions" align="right">
        <EntryActions />
      </DataTable.Col>
    </DataTable>
  );
}
