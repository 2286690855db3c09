import { useTranslate } from 'react-admin';
import { dateRanges } from '#domain/lists';
import { mailKindNames, mailKinds, mailStateNames, mailStates } from '#domain/mail';
import { useCan } from '../session/role.js';
import { ClearFilters } from '../ui/lists/ClearFilters.js';
import { FilterBar } from '../ui/lists/FilterBar.js';
import { FilterSelect } from '../ui/lists/FilterSelect.js';
import { FoldingFilters } from '../ui/lists/FoldingFilters.js';
import { SearchBox } from '../ui/lists/SearchBox.js';
import { useListFilter } from '../ui/lists/useListFilter.js';

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
export function MailFilters() {
  const translate = useTranslate();
  const { filter: filters, setFilter: set } = useListFilter<MailFilterValues>();
  const label = (name: string) => translate(`resources.mails.filters.${name}`);
  // Mails about accounts are for those who read accounts.
  const kinds = useCan('read', 'people') ? mailKinds : mailKinds.filter((kind) => kind !== 'account');
  const active = [filters.state, filters.kind, filters.days].filter(Boolean).length;

  return (
    <FilterBar>
      <SearchBox
        label={label('search')}
        value={filters.search ?? ''}
        onSearch={(search) => set({ search })}
      />
      <FoldingFilters active={active}>
        <FilterSelect
          label={label('state')}
          value={filters.dismissed === 'false' ? openFailures : (filters.state ?? '')}
          options={[
            { value: '', label: label('allStates') },
            ...mailStates.map((value) => ({ value, label: mailStateNames[value] })),
            { value: openFailures, label: label('openFailures') },
          ]}
          onChange={(state) =>
            set(state === openFailures ? { state: 'failed', dismissed: 'false' } : { state, dismissed: '' })
          }
        />
        <FilterSelect
          label={label('kind')}
          value={filters.kind ?? ''}
          options={[
            { value: '', label: label('allKinds') },
            ...kinds.map((value) => ({ value, label: mailKindNames[value] })),
          ]}
          onChange={(kind) => set({ kind })}
        />
        <FilterSelect
          label={label('days')}
          value={String(filters.days ?? '')}
          options={[
            { value: '', label: label('allTime') },
            ...dateRanges.map((days) => ({
              value: String(days),
              label: translate('resources.mails.filters.lastDays', { days }),
            })),
          ]}
          onChange={(days) => set({ days })}
        />
        <ClearFilters />
      </FoldingFilters>
    </FilterBar>
  );
}
