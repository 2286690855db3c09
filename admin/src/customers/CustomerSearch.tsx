import { useState } from 'react';
import { type CustomerSearchField, customerSearchFields } from '#domain/customers/customers';
import { ProvinceFilter } from './ProvinceFilter.js';
import {
  ClearFilters,
  FilterBar,
  FilterSelect,
  FoldingFilters,
  latestFilter,
  SearchBox,
  SelectFilter,
  useListFilter,
} from '../ui/lists/FilterBar.js';
import { SavedViews } from '../ui/saved-views/SavedViews.js';
import { useTranslate } from '../ui/i18n/useTranslate.js';

/** The search of the customers list: one text in one field. */
interface CustomerSearchValues {
  field: CustomerSearchField;
  text: string;
}

const noSearch = Object.fromEntries(customerSearchFields.map((field) => [field, '']));

/** Reads the search from the list's filter; there is at most one. */
export function searchOf(filter: object): CustomerSearchValues {
  const values = filter as Partial<Record<CustomerSearchField, string>>;
  const field = customerSearchFields.find((name) => values[name]) ?? customerSearchFields[0];
  return { field, text: values[field] ?? '' };
}

/** The field that was chosen, for the search in it alone. */
interface Choice {
  field: CustomerSearchField;
  /** The filter that it is chosen for. */
  filter: string;
  /** The filter that is rendered until then. */
  before: string | undefined;
}

/** One text, searched in the chosen field on Enter. */
export function CustomerSearch() {
  const translate = useTranslate();
  const { filter, setFilter } =
    useListFilter<Partial<Record<CustomerSearchField | 'province' | 'duplicates' | 'termEnds', string>>>();
  const { province, duplicates, termEnds } = filter;
  const { field: applied, text } = searchOf(filter);
  // The chosen field applies to its search only: Back, or a shared link, brings the field with the filter.
  const [choice, setChoice] = useState<Choice>();
  const rendered = JSON.stringify(filter);
  if (choice?.before !== undefined && choice.filter === rendered) setChoice({ ...choice, before: undefined });
  const isChosen = choice && [choice.filter, choice.before].includes(rendered);
  const field = isChosen ? choice.field : applied;
  const search = (name: CustomerSearchField, typed: string) => {
    const latest = latestFilter(filter);
    const next = typed || searchOf(latest).text ? setFilter({ ...noSearch, [name]: typed }) : latest;
    setChoice({ field: name, filter: JSON.stringify(next), before: rendered });
  };

  return (
    <FilterBar>
      <FilterSelect
        label={translate('resources.customers.searchBy')}
        value={field}
        choices={customerSearchFields.map((id) => ({
          id,
          name: translate(`resources.customers.searchFields.${id}`),
        }))}
        // An applied search moves to the new field at once; text that is only typed waits for Enter.
        onChange={(name) => search(name as CustomerSearchField, searchOf(latestFilter(filter)).text)}
      />
      <SearchBox
        label={translate('admin.list.search')}
        value={text}
        onSearch={(typed) => search(field, typed)}
      />
      <FoldingFilters active={[province, duplicates, termEnds].filter(Boolean).length}>
        <ProvinceFilter value={province ?? ''} onChange={(code) => setFilter({ province: code })} />
        <SelectFilter
          source="duplicates"
          label={translate('resources.customers.duplicates.filter')}
          emptyText={translate('resources.customers.duplicates.all')}
          choices={[{ id: 'true', name: translate('resources.customers.duplicates.only') }]}
        />
        {/* Set by the dashboard's link alone. */}
        {termEnds && (
          <SelectFilter
            source="termEnds"
            label={translate('resources.customers.termEnds.filter')}
            emptyText={translate('resources.customers.termEnds.all')}
            choices={[{ id: 'true', name: translate('resources.customers.termEnds.only') }]}
          />
        )}
        <ClearFilters />
        <SavedViews />
      </FoldingFilters>
    </FilterBar>
  );
}
