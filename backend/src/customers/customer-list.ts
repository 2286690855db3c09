import { countries, type RegionField } from '#domain/places/countries';
import { countryNames, regionSpellings } from '#domain/places/locations';
import {
  containing,
  flagFilter,
  indexesOf,
  type ListSpec,
  momentRange,
} from '../platform/http/list-query.js';
import { searchedNameParts } from '../platform/search-index/search-words.js';
import { CustomerSchema, nameKey, searchKey } from './customer.schema.js';

/** The condition that a country's key or name contains the text, as exact values of the short list of countries. */
function matchingCountries(text: string): string[] {
  const wanted = searchKey(text);
  return countries.filter(
    (country) => country.includes(wanted) || searchKey(countryNames[country]).includes(wanted),
  );
}

/** A province or state in either spelling finds both. */
const region = (field: RegionField) => (text: string) => ({
  [field]: { $in: regionSpellings(field, text) },
});

/** The filters that the export takes as plain parameters too. */
export const plainFilters = ['country', 'province', 'state', 'search'] as const;

/** Filters and sort fields of the customers list. */
export const customerListSpec: ListSpec = {
  filters: {
    // The name may stand anywhere in the field; its second and further words begin a word, which the index has.
    name: (text) => ({ $and: [...searchedNameParts(text), containing('nameKey', nameKey(text))] }),
    email: (text) => containing('emailKey', searchKey(text)),
    country: (text) => ({ country: { $in: matchingCountries(text) } }),
    province: region('province'),
    state: region('state'),
    duplicates: flagFilter('duplicates', { isDuplicate: true }),
    termEnds: flagFilter('termEnds', { termEnds: true }),
    search: (text) => ({
      $or: [
        containing('nameKey', nameKey(text)),
        containing('emailKey', searchKey(text)),
        { country: { $in: matchingCountries(text) } },
      ],
    }),
  },
  ranges: { createdAt: momentRange('createdAt') },
  sorts: {
    createdAt: 'createdAt',
    updatedAt: 'updatedAt',
    fullName: 'nameKey',
    name: 'nameKey',
    email: 'emailKey',
    country: 'country',
    hasPayment: 'hasPayment',
  },
  indexes: indexesOf(CustomerSchema),
};
