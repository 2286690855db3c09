export const countries = ['canada', 'usa', 'other'] as const;
export type Country = (typeof countries)[number];

export const countryNames: Record<Country, string> = {
  canada: 'Canada',
  usa: 'United States',
  other: 'Other',
};

export const isCountry = (value: unknown): value is Country => countries.includes(value as Country);

/** A province or state in both stored spellings: the checkout's slug and the customer form's code. */
export interface Region {
  slug: string;
  code: string;
  name: string;
}

const region = ([slug, code, name]: readonly [string, string, string]): Region => ({ slug, code, name });

export const provinces: readonly Region[] = (
  [
    ['alberta', 'AB', 'Alberta'],
    ['british_columbia', 'BC', 'British Columbia'],
    ['manitoba', 'MB', 'Manitoba'],
    ['new_brunswick', 'NB', 'New Brunswick'],
    ['newfoundland', 'NL', 'Newfoundland and Labrador'],
    ['northwest_territories', 'NT', 'Northwest Territories'],
    ['nova_scotia', 'NS', 'Nova Scotia'],
    ['nunavut', 'NU', 'Nunavut'],
    ['ontario', 'ON', 'Ontario'],
    ['pei', 'PE', 'Prince Edward Island'],
    ['quebec', 'QC', 'Quebec'],
    ['saskatchewan', 'SK', 'Saskatchewan'],
    ['yukon', 'YT', 'Yukon'],
  ] as const
).map(region);

const stateCodes =
  'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,' +
  'DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,' +
  'KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,' +
  'MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,' +
  'NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,' +
  'SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,' +
  'WV West Virginia,WI Wisconsin,WY Wyoming';

export const states: readonly Region[] = stateCodes.split(',').map((entry) => {
  const name = entry.slice(3);
  return { slug: name.toLowerCase().replaceAll(' ', '_'), code: entry.slice(0, 2), name };
});

/** The regions of a country, empty for one without a list. */
const regionsOf = (country: unknown): readonly Region[] =>
  country === 'canada' ? provinces : country === 'usa' ? states : [];

const territories = ['NT', 'NU', 'YT'];

/** The regions in the order of the customer form: its provinces come before the territories. */
export const formRegionsOf = (country: unknown): readonly Region[] => {
  const isTerritory = ({ code }: Region) => country === 'canada' && territories.includes(code);
  const regions = regionsOf(country);
  return [...regions.filter((region) => !isTerritory(region)), ...regions.filter(isTerritory)];
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

/** The spellings in which a province or state may be stored, from any of them; free text has its own only. */
export function regionSpellings(country: Country, text: string): string[] {
  const found = findRegion(country, text);
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
  const spelling = (country === 'usa' ? state : province) || province || state || region || '';
  return findRegion(country, spelling)?.name ?? spelling;
}

/** "Canada, Ontario": the country and, where known, the region. '' without a country. */
export function locationName(location: Location): string {
  const country = isCountry(location.country) ? countryNames[location.country] : (location.country ?? '');
  return [country, regionName(location)].filter(Boolean).join(', ');
}
