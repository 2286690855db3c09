import { Typography } from '@mui/material';
import { DataTable, useListContext } from 'react-admin';
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
import { DateField, Ellipsis, TextLink } from '../ui/common/fields.js';
import { ListFrame } from '../ui/lists/ListFrame.js';
import { ListRecords } from '../ui/lists/ListRecords.js';
import { mailPath } from '../ui/paths.js';
import { MailStateChip } from './fields.js';
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

  return (
    <FilterBar>
      <SearchInput source="search" label={label('search')} />
      <FoldingFilters beside={filters.state ? ['search', 'dismissed'] : ['search']}>
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

/** The subject, linked to the mail. */
const subjectOf = ({ id, subject }: MailRecord) => <TextLink to={mailPath(id)}>{subject}</TextLink>;

const kindOf = ({ kind }: MailRecord) => mailKindNames[kind] ?? kind;

const label = keysOf('resources.mails');

/** Every mail, newest first: searched by address and subject, narrowed by state and kind. */
export function MailList() {
  const { data, refetch } = useListContext<MailRecord>();
  useRefreshWhileUnsent(data, refetch);
  return (
    <ListFrame filters={<MailFilters />}>
      <ListRecords
        path={mailPath}
        card={(mail: MailRecord) => ({
          title: <Ellipsis>{subjectOf(mail)}</Ellipsis>,
          status: <MailStateChip {...mail} />,
          main: mail.to,
          meta: <DateField source="createdAt" showTime />,
          caption: kindOf(mail),
        })}
      >
        <DataTable.Col
          label={label('subject')}
          className="cut wide"
          render={(mail: MailRecord) => (
            <>
              {subjectOf(mail)}
              <Typography variant="caption" component="div" color="text.secondary">
                {kindOf(mail)}
              </Typography>
            </>
          )}
        />
        <DataTable.Col source="to" disableSort label={label('to')} className="cut" />
        <DataTable.Col source="createdAt" label={label('date')} className="whole">
          <DateField source="createdAt" showTime />
        </DataTable.Col>
        <DataTable.Col label={label('state')} render={(mail: MailRecord) => <MailStateChip {...mail} />} />
      </ListRecords>
    </ListFrame>
  );
}
