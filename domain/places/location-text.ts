import { type Country, type CountryWithRegions, isCountry, regionFieldOf } from './countries.js';
import type { Location } from './locations.js';
import type { regions } from '../texts/en/regions.js';

/** The names of places in a language; those of regions may not be known yet. */
interface PlaceNames {
  countries: Record<Country, string>;
  regions?: typeof regions;
}

/** The names of a country's regions by slug; undefined for one without a list, and while they are not known. */
export const regionNamesOf = (
  country: unknown,
  { regions: names }: Pick<PlaceNames, 'regions'>,
): Record<string, string> | undefined =>
  regionFieldOf(country) ? names?.[country as CountryWithRegions] : undefined;

/**
 * "Canada, Ontario" in a language, of a place whose region is a slug: the country and, where known, the region. '' without
 * a country.
 */
export function locationText({ country, ...regions }: Location, names: PlaceNames): string {
  const field = regionFieldOf(country);
  return [
    isCountry(country) && names.countries[country],
    field && regionNamesOf(country, names)?.[regions[field] ?? ''],
  ]
    .filter(Boolean)
    .join(', ');
}
