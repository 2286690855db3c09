import { useListContext } from 'react-admin';

const isSet = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(Boolean) : Boolean(value);

const isFilter = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The filter that was set in this moment, and the address of then, which has it only after that. */
let justSet: { filter: object; href: string } | undefined;

/**
 * The filter that was just set, else that in the address; `rendered` where the address has none. A change is in the
 * address before it is rendered, so that one that follows at once adds to it.
 */
export function latestFilter<Filter extends object>(rendered: Filter): Filter {
  if (justSet?.href === location.href) return justSet.filter as Filter;
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

/** Sets a filter with some fields changed, without those that are empty; returns it. */
export function changeFilter<Filter extends object>(
  rendered: Filter,
  change: Filter,
  set: (filter: object) => void,
): object {
  const filter = Object.fromEntries(
    Object.entries({ ...latestFilter(rendered), ...change }).filter(([, value]) => isSet(value)),
  );
  const setNow = { filter, href: location.href };
  justSet = setNow;
  set(filter);
  // react-admin hands it to the router by a timer, which was set before this one.
  setTimeout(() => {
    if (justSet === setNow) justSet = undefined;
  });
  return filter;
}

/** Returns the filter of the list in context, and a function that changes some of its fields. */
export function useListFilter<Filter extends object>() {
  const list = useListContext();
  const filter = list.filterValues as Filter;
  return {
    filter,
    setFilter: (change: Filter) => changeFilter(filter, change, (next) => list.setFilters(next)),
  };
}
