import { shownTotal } from '#domain/checkout';
import type { Country } from '#domain/locations';

interface TotalProps {
  country: Country;
  amount: number;
}

/** The total in the format of every step. */
export function Total({ country, amount }: TotalProps) {
  const { total, approximate } = shownTotal(country, amount);
  return (
    <span className="total">
      <strong>{total}</strong>
      {approximate && <small>{approximate}</small>}
    </span>
  );
}
