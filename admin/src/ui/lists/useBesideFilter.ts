import { useListContext } from 'react-admin';
import { useSearchParams } from 'react-router';
import { changedFilter } from './useListFilter.js';

/**
 * The filters of the list in context, and a function to change some: it opens the first page and closes the record
 * beside the list, which `name` has in the address.
 */
export function useBesideFilter<Filter extends object>(name: string) {
  const list = useListContext();
  const setParams = useSearchParams()[1];
  const filter = list.filterValues as Filter;
  const setFilter = (change: Filter) => {
    const next = new URLSearchParams(location.search);
    for (const closed of ['page', name]) next.delete(closed);
    next.set('filter', JSON.stringify(changedFilter(filter, change)));
    setParams(next);
  };
  return { filter, setFilter };
}
