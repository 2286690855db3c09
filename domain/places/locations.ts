import {
  countries,
  type Country,
  type CountryWithRegions,
  isCountry,
  type RegionField,
  regionFieldOf,
} from './countries.js';
import { countries as names } from '../texts/en/countries.js';
import { regions } from '../texts/en/regions.js';

export const countryNames: Readonly<Record<Country, string>> = /* @__PURE__ */ Object.freeze(names);

/** A province or state in both stored spellings: the checkout's slug and the customer form's code. */
export interface Region {
  slug: string;
  code: string;
  name: string;
}

const provinceCodes = {
  alberta: 'AB',
  british_columbia: 'BC',
  manitoba: 'MB',
  new_brunswick: 'NB',
  newfoundland: 'NL',
  northwest_territories: 'NT',
  nova_scotia: 'NS',
  nunavut: 'NU',
  ontario: 'ON',
  pei: 'PE',
  quebec: 'QC',
  saskatchewan: 'SK',
  yukon: 'YT',
} satisfies Record<keyof typeof regions.canada, string>;

const stateCodes = {
  alabama: 'AL',
  alaska: 'AK',
  arizona: 'AZ',
  arkansas: 'AR',
  california: 'CA',
  colorado: 'CO',
  connecticut: 'CT',
  delaware: 'DE',
  district_of_columbia: 'DC',
  florida: 'FL',
  georgia: 'GA',
  hawaii: 'HI',
  idaho: 'ID',
  illinois: 'IL',
  indiana: 'IN',
  iowa: 'IA',
  kansas: 'KS',
  kentucky: 'KY',
  louisiana: 'LA',
  maine: 'ME',
  maryland: 'MD',
  massachusetts: 'MA',
  michigan: 'MI',
  minnesota: 'MN',
  mississippi: 'MS',
  missouri: 'MO',
  montana: 'MT',
  nebraska: 'NE',
  nevada: 'NV',
  new_hampshire: 'NH',
  new_jersey: 'NJ',
  new_mexico: 'NM',
  new_york: 'NY',
  north_carolina: 'NC',
  north_dakota: 'ND',
  ohio: 'OH',
  oklahoma: 'OK',
  oregon: 'OR',
  pennsylvania: 'PA',
  rhode_island: 'RI',
  south_carolina: 'SC',
  south_dakota: 'SD',
  tennessee: 'TN',
  texas: 'TX',
  utah: 'UT',
  vermont: 'VT',
  virginia: 'VA',
  washington: 'WA',
  west_virginia: 'WV',
  wisconsin: 'WI',
  wyoming: 'WY',
} satisfies Record<keyof typeof regions.usa, string>;

const withNames = (codes: Record<string, string>, regionNames: Record<string, string>): Region[] =>
  Object.entries(codes).map(([slug, code]) => ({ slug, code, name: regionNames[slug] ?? slug }));

const lists: Readonly<Record<CountryWithRegions, readonly Region[]>> = {
  canada: /* @__PURE__ */ withNames(provinceCodes, regions.canada),
  usa: /* @__PURE__ */ withNames(stateCodes, regions.usa),
};

/** The regions of a country, empty for one without a list. */
export const regionsOf = (country: unknown): readonly Region[] =>
  regionFieldOf(country) ? lists[country as CountryWithRegions] : [];

/** The codes of the territories of Canada. */
const territories = ['NT', 'NU', 'YT'];

/** The regions in the order of the customer form: its provinces come before the territories. */
export const formRegionsOf = (country: unknown): readonly Region[] => {
  const isTerritory = ({ code }: Region) => country === 'canada' && territories.includes(code);
  const listed = regionsOf(country);
  return [...listed.filter((region) => !isTerritory(region)), ...listed.filter(isTerritory)];
};

/** Finds the province or state by either spelling or its name, ignoring case; undefined where there is none. */
export function findRegion(country: unknown, spelling: unknown): Region | undefined {
  if (typeof spelling !== 'string') return undefined;
  const wanted = spelling.trim().toLowerCase();
  return regionsOf(country).find(
    ({ slug, code, name }) =>
      slug === wanted || code.toLowerCase() === wanted || name.toLowerCase() === wanted,
  );
}

/** Returns whether a value names a region of a country, in any spelling. */
export const isRegion = (country: Country, value: unknown): boolean =>
  findRegion(country, value) !== undefined;

/** The region that a text in a field names, of any country that has its regions there. */
export const regionIn = (field: RegionField, text: unknown): Region | undefined =>
  countries.flatMap((country) =>
    regionFieldOf(country) === field ? (findRegion(country, text) ?? []) : [],
  )[0];

/** The spellings in which a province or state may be stored, from any of them; free text has its own only. */
export function regionSpellings(field: RegionField, text: string): string[] {
  const found = regionIn(field, text);
  return found ? [found.slug, found.code, found.name] : [text];
}

/** A person's place, with the known fields. */
export interface Location {
  country?: string | null;
  province?: string | null;
  state?: string | null;
  region?: string | null;
}

/** The region's name for the screen, from either spelling; free text stays unchanged; '' where there is none. */
export function regionName({ country, province, state, region }: Location): string {
  const spelling =
    (regionFieldOf(country) === 'state' ? state : province) || province || state || region || '';
  return findRegion(country, spelling)?.name ?? spelling;
}

/** The country's name for the screen; another text stays unchanged; '' where there is none. */
export const countryName = (country: string | null | undefined): string =>
  isCountry(country) ? countryNames[country] : (country ?? '');

/** "Canada, Ontario": the country and, where known, the region. '' without a country. */
export function locationName(location: Location): string {
  return [countryName(location.country), regionName(location)].filter(Boolean).join(', ');
}
