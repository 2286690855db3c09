import { useTranslate } from 'react-admin';
import { formatNamedMoney } from '#domain/money';
import { formatCount } from '#domain/numbers';
import type { Arrival } from '#domain/reports';

/** The cells of a sum of received money, beside what it is a sum of. */
export function ArrivalCells({
  arrival: { bankAccount, currency, count, amount, allocated },
}: {
  arrival: Arrival;
}) {
  const translate = useTranslate();
  const label = (name: string) => translate(`resources.reports.arrivals.${name}`);
  return (
    <>
      <td data-wide="last">{bankAccount}</td>
      <td data-align="right" data-below data-label={label('count')}>
        {formatCount(count)}
      </td>
      <td data-align="right">{formatNamedMoney(amount, currency)}</td>
      <td data-align="right" data-below data-label={label('allocated')}>
        {formatNamedMoney(allocated, currency)}
      </td>
    </>
  );
}
