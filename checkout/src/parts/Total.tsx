import { shownTotal } from '#domain/places/shown-total';
import type { Country } from '#domain/places/countries';
import { useLanguage, useTexts } from '../texts/language.js';

export interface TotalProps {
  country: Country;
  amount: number;
}

/** The total in the format of every step. */
export function Total({ country, amount }: TotalProps) {
  const { total, approximate } = shownTotal(country, amount, {
    language: useLanguage(),
    approximately: useTexts().approximately,
  });
  return (
    <span className="total" translate="no">
      <strong>{total}</strong>
      {approximate && <small>{approximate}</small>}
    </span>
  );
}
