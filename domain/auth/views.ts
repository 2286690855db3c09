import { all, described, oneOf, required, type Rule, text } from '../platform/rules.js';

/** The lists that have saved views. */
export const viewLists = ['payments', 'customers'] as const;
export type ViewList = (typeof viewLists)[number];

/** Maximum number of saved views of a person. */
export const maximumViews = 50;
export const maximumViewName = 60;
const maximumViewSearch = 2000;

/** The body of PUT /account/views: a list's filter, order and page size under a name. */
export interface SavedViewInput {
  list: ViewList;
  name: string;
  /** The query string of the list's page, as URLSearchParams writes it. */
  search: string;
}

export type SavedView = SavedViewInput & { _id: string };

/** The response of GET and PUT /account/views. */
export interface SavedViews {
  views: SavedView[];
}

export const viewMessages = {
  search: 'Search must be the query string of a list',
  tooMany: `You can save ${maximumViews} views. Remove one first.`,
  notFound: 'View not found',
} as const;

const searchPattern = /^\?[\w*.+%=&-]+$/;

const searchRule: Rule = described(
  (value) =>
    typeof value === 'string' && value.length <= maximumViewSearch && searchPattern.test(value)
      ? undefined
      : viewMessages.search,
  { minLength: 2, maxLength: maximumViewSearch, pattern: searchPattern.source },
);

export const viewRules = {
  list: all(required('List is required'), oneOf(viewLists, 'List must be payments or customers')),
  name: all(required('Name is required'), text('Name', maximumViewName)),
  search: searchRule,
};
