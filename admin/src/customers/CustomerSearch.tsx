import { useState } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import { type CustomerSearchField, customerSearchFields } from '../../../domain/customers.js';
import { FilterBar } from '../lists/FilterBar.js';
import { FilterSelect } from '../lists/FilterSelect.js';
import { SearchBox } from '../lists/SearchBox.js';
import { searchOf } from './customerSearch.js';

/** One text, searched in the chosen field on Enter. */
export function CustomerSearch() {
  const translate = useTranslate();
  const list = useListContext();
  const { field: applied, text } = searchOf(list.filterValues as object);
  const [chosen, setChosen] = useState<CustomerSearchField>();
  const field = chosen ?? applied;

  return (
    <FilterBar>
      <FilterSelect
        label={translate('resources.customers.searchBy')}
        value={field}
        options={customerSearchFields.map((name) => ({
          value: name,
          label: translate(`resources.customers.searchFields.${name}`),
        }))}
        onChange={(name) => {
          setChosen(name as CustomerSearchField);
          // A search that is on moves to the field; one that is only typed waits for Enter.
          if (text) list.setFilters({ [name]: text });
        }}
      />
      <SearchBox
        label={translate('admin.list.search')}
        value={text}
        onSearch={(typed) => list.setFilters(typed ? { [field]: typed } : {})}
      />
    </FilterBar>
  );
}
