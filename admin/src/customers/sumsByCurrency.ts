import { currencies, type Currency, formatNamedMoney, sum } from '#domain/money';
import type { ListedPaymentRecord } from '../data/dataProvider.js';

/**
 * "CA$2,256.61 + US$2,050.00": sums of payments by currency, the given one first; zero in it without payments.
 * @param amountOf the amount of each that is added, in decimals
 */
export function sumsByCurrency(
  payments: ListedPaymentRecord[],
  first: Currency,
  amountOf: (payment: ListedPaymentRecord) => number = ({ amount }) => amount,
): string {
  return [first, ...currencies.filter((currency) => currency !== first)]
    .map((currency) => ({ currency, found: payments.filter((payment) => payment.currency === currency) }))
    .filter(({ currency, found }) => found.length > 0 || (currency === first && payments.length === 0))
    .map(({ currency, found }) => formatNamedMoney(sum(found.map(amountOf)), currency))
    .join(' + ');
}
