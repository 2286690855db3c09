import { currencies, type Currency, formatNamedMoney, sum } from '#domain/money';
import type { ListedPaymentRecord } from '../data/dataProvider.js';

/** "CA$2,256.61 + US$2,050.00": sums of payments by currency, the given one first; zero in it without payments. */
export function sumsByCurrency(payments: ListedPaymentRecord[], first: Currency): string {
  return [first, ...currencies.filter((currency) => currency !== first)]
    .map((currency) => ({ currency, found: payments.filter((payment) => payment.currency === currency) }))
    .filter(({ currency, found }) => found.length > 0 || (currency === first && payments.length === 0))
    .map(({ currency, found }) => formatNamedMoney(sum(found.map(({ amount }) => amount)), currency))
    .join(' + ');
}
