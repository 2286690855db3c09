import type { CardEvent } from '#domain/cards';
import { type Currency, currencies, formatNamedMoney } from '#domain/money';

/** "CA$2,256.61", or "EUR 12.00" in a currency that is not recorded here; undefined without an amount. */
export function cardEventAmount({
  amount,
  currency,
}: Pick<CardEvent, 'amount' | 'currency'>): string | undefined {
  if (amount === undefined || !currency) return undefined;
  if ((currencies as readonly string[]).includes(currency))
    return formatNamedMoney(amount, currency as Currency);
  return new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'code' }).format(
    amount,
  );
}
