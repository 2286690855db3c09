import { cleanLine } from '#domain/rules';
import {
  maximumViewName,
  maximumViews,
  type SavedView,
  type SavedViewInput,
  type ViewList,
  viewRules,
} from '#domain/views';

/** The order, filter and page size of a list, as its address has them. */
interface ViewedList {
  filter?: unknown;
  sort?: { field: string; order: string };
  perPage?: number;
}

/** The query string of a list with the filter, order and page size of a view. */
export const viewSearch = ({ filter, sort, perPage }: ViewedList): string =>
  `?${new URLSearchParams({
    filter: JSON.stringify(filter),
    sort: sort?.field ?? '',
    order: sort?.order ?? '',
    page: '1',
    perPage: String(perPage),
  })}`;

/** Views as react-admin kept them in the browser. */
export type KeptViews = { label: string; value: ViewedList }[];

/** The key of a list's views in the browser's store. */
export const formerViewsKey = (list: ViewList): string => `${list}.savedQueries`;

/**
 * Returns the views of the browser that the account lacks, as many as it takes; one whose name is taken by another view
 * gets a number.
 */
export function formerViews(
  kept: KeptViews | undefined,
  list: ViewList,
  known: readonly SavedView[],
): SavedViewInput[] {
  const ofList = known.filter((view) => view.list === list);
  const names = new Set(ofList.map(({ name }) => name));
  const searches = new Set(ofList.map(({ search }) => search));
  const found: SavedViewInput[] = [];
  for (const { label, value } of Array.isArray(kept) ? kept : []) {
    const search = viewSearch(value);
    if (searches.has(search) || viewRules.search(search, undefined) !== undefined) continue;
    const plain = cleanLine(label, maximumViewName - 3) || '1';
    let name = plain;
    for (let number = 2; names.has(name); number++) name = `${plain} ${number}`;
    names.add(name);
    found.push({ list, name, search });
  }
  return found.slice(0, maximumViews - known.length);
}
