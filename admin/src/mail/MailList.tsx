import { Typography } from '@mui/material';
import { DataTable, TextField, useListContext } from 'react-admin';
import { mailKindNames, mailKinds, mailStateNames, mailStates } from '#domain/mail/mail';
import type { MailRecord } from '../data/records.js';
import { useCan } from '../data/session/role.js';
import {
  ClearFilters,
  FilterBar,
  FilterSelect,
  FoldingFilters,
  LastDaysFilter,
  SearchInput,
  SelectFilter,
  useListFilter,
} from '../ui/lists/FilterBar.js';
import { DateField, Ellipsis } from '../ui/common/fields.js';
import { ListFrame } from '../ui/lists/ListFrame.js';
import { ListRecords } from '../ui/lists/ListRecords.js';
import { mailPath } from '../ui/paths.js';
import { MailKindName, MailState, MailSubject } from './fields.js';
import { useRefreshWhileUnsent } from './useMailsOf.js';
import { keysOf, useTexts } from '../ui/i18n/useTranslate.js';

interface MailFilterValues {
  search?: string;
  state?: string;
  /** Of failed ones: 'false' for those that need attention. */
  dismissed?: string;
  kind?: string;
  /** Written within the last `days` days. */
  days?: string;
}

/** Option among the states: the failed mails that need attention. */
const openFailures = 'open-failures';

/** Search by address and subject, and filters by state, kind and age. */
function MailFilters() {
  const { filter: filters, setFilter: set } = useListFilter<MailFilterValues>();
  const label = useTexts('resources.mails.filters');
  // Mails about accounts are for those who read accounts.
  const kinds = useCan('read', 'people') ? mailKinds : mailKinds.filter((kind) => kind !== 'account');
  const active = [filters.state, filters.kind, filters.days].filter(Boolean).length;

  return (
    <FilterBar>
      <SearchInput source="search" label={label('search')} />
      <FoldingFilters active={active}>
        <FilterSelect
          label={label('state')}
          value={filters.dismissed === 'false' ? openFailures : (filters.state ?? '')}
          emptyText={label('allStates')}
          choices={[
            ...mailStates.map((id) => ({ id, name: mailStateNames[id] })),
            { id: openFailures, name: label('openFailures') },
          ]}
          onChange={(state) =>
            set(state === openFailures ? { state: 'failed', dismissed: 'false' } : { state, dismissed: '' })
          }
        />
        <SelectFilter
          source="kind"
          label={label('kind')}
          emptyText={label('allKinds')}
          choices={kinds.map((id) => ({ id, name: mailKindNames[id] }))}
        />
        <LastDaysFilter />
        <ClearFilters />
      </FoldingFilters>
    </FilterBar>
  );
}

const label = keysOf('resources.mails');
/** Every mail, newest first: searched by address and subject, narrowed by state and kind. */
export function MailList() {
  const { data, refetch } = useListContext<MailRecord>();
  useRefreshWhileUnsent(data, refetch);
  return (
    <ListFrame filters={<MailFilters />}>
      <ListRecords
        path={mailPath}
        card={{
          title: (
            <Ellipsis>
              <MailSubject />
            </Ellipsis>
          ),
          status: <MailState />,
          main: <TextField source="to" />,
          meta: <DateField source="createdAt" showTime />,
          caption: <MailKindName />,
        }}
      >
        <DataTable.Col label={label('subject')} className="cut wide">
          <Ellipsis>
            <MailSubject />
          </Ellipsis>
          <Typography variant="caption" color="text.secondary">
            <MailKindName />
          </Typography>
        </DataTable.Col>
        <DataTable.Col label={label('to')} className="cut">
          <Ellipsis>
            <TextField source="to" />
          </Ellipsis>
        </DataTable.Col>
        <DataTable.Col source="createdAt" label={label('date')} className="whole">
          <DateField source="createdAt" showTime />
        </DataTable.Col>
        <DataTable.Col label={label('state')} field={MailState} />
      </ListRecords>
    </ListFrame>
  );
}
