import type { Country } from './countries.js';
import { places } from './places.js';
import type { Language } from '../platform/languages.js';
import { formatApproximateUsd, formatNamedMoney, quotedCurrency } from '../platform/money.js';
import { fill } from '../texts/catalogue.js';

/** The language of a total, and the text of an approximate amount, which it names. */
export interface TotalWords {
  language: Language;
  approximately: string;
}

/** True for a country whose payments are recorded in another currency than the total shown to the visitor. */
export const isAbroad = (country: Country): boolean => places[country].currency !== quotedCurrency;

/** The total shown to a visitor: in CAD, for places outside Canada with the approximate amount in US dollars. */
export function shownTotal(
  country: Country,
  amount: number,
  { language, approximately }: TotalWords,
): { total: string; approximate?: string } {
  const total = formatNamedMoney(amount, quotedCurrency, language);
  if (!isAbroad(country)) return { total };
  return { total, approximate: fill(approximately, { amount: formatApproximateUsd(amount, language) }) };
}
