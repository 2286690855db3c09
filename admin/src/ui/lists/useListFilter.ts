import { useListContext } from 'react-admin';

const isSet = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(Boolean) : Boolean(value);

const isFilter = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The filter in the address; `rendered` where the address has none. A change is in the address before it is rendered,
 * so that one that follows at once adds to it.
 */
export function latestFilter<Filter extends object>(rendered: Filter): Filter {
  const text = new URLSearchParams(location.search).get('filter');
  if (text === null) return rendered;
  try {
    const filter: unknown = JSON.parse(text);
    return isFilter(filter) ? (filter as Filter) : rendered;
  } catch {
    // An address that was typed by hand: react-admin ignores it as well.
    return rendered;
  }
}

/** Returns a filter with some fields changed, without those that are empty. */
export const changedFilter = <Filter extends object>(rendered: Filter, change: Filter): object =>
  Object.fromEntries(
    Object.entries({ ...latestFilter(rendered), ...change }).filter(([, value]) => isSet(value)),
  );

/** Returns the filter of the list in context, and a function that changes some of its fields. */
export function useListFilter<Filter extends object>() {
  const list = useListContext();
  const filter = list.filterValues as Filter;
  return { filter, setFilter: (change: Filter) => list.setFilters(changedFilter(filter, change)) };
}
