import { useListContext, useTranslate } from 'react-admin';
import { ClearFilters } from '../ui/lists/ClearFilters.js';
import { FilterBar } from '../ui/lists/FilterBar.js';
import { SearchBox } from '../ui/lists/SearchBox.js';

/** The search of the overdue list. */
export function OverdueSearch() {
  const translate = useTranslate();
  const list = useListContext();
  const { search = '' } = list.filterValues as { search?: string };
  return (
    <FilterBar>
      <SearchBox
        label={translate('resources.payments.filters.words')}
        value={search}
        onSearch={(text) => list.setFilters(text ? { search: text } : {})}
      />
      <ClearFilters />
    </FilterBar>
  );
}
