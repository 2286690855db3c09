import type { BookableLedger } from '../ledger/bookings.js';
import { moneyIn } from '../ledger/payment-money.js';
import { asCents, type Currency, negated, toAmount, toCents } from '../platform/money.js';

/** The money and the figures of one month in one currency, in decimals. */
interface BookedMonth {
  /** YYYY-MM. */
  month: string;
  currency: Currency;
  opening: number;
  received: number;
  refunded: number;
  shortfalls: number;
  sales: number;
  returns: number;
  closing: number;
}

type Sums = Record<'received' | 'refunded' | 'shortfalls' | 'sales' | 'returns', number>;

/**
 * Returns the months of these payments, oldest first, by currency: opening + received − refunded + shortfalls − (sales −
 * returns) is closing. They follow from the days of entries, voidings and bookings alone.
 */
export function monthsOf(ledgers: readonly BookableLedger[]): BookedMonth[] {
  const months = new Map<string, Sums & { month: string; currency: Currency }>();
  const add = (day: string, currency: Currency, sums: Partial<Sums>, sign = 1): void => {
    const key = `${currency} ${day.slice(0, 7)}`;
    const none = { received: 0, refunded: 0, shortfalls: 0, sales: 0, returns: 0 };
    const month = months.get(key) ?? { month: day.slice(0, 7), currency, ...none };
    for (const [name, cents] of Object.entries(sums) as [keyof Sums, number][]) month[name] += sign * cents;
    months.set(key, month);
  };
  for (const { currency, entries, bookings } of ledgers) {
    for (const entry of entries) {
      add(entry.bookedOn, currency, moneyIn(entry));
      if (entry.voided) add(entry.voided.bookedOn, currency, moneyIn(entry), -1);
    }
    for (const { bookedOn, amount, currency: ofBooking } of bookings) {
      const cents = toCents(amount);
      add(bookedOn, ofBooking, cents > 0 ? { sales: cents } : { returns: negated(cents) });
    }
  }
  const sorted = [...months.values()].sort((a, b) =>
    `${a.currency} ${a.month}` < `${b.currency} ${b.month}` ? -1 : 1,
  );
  const closings = new Map<Currency, number>();
  return sorted.map(({ month, currency, ...sums }) => {
    const opening = closings.get(currency) ?? 0;
    const { received, refunded, shortfalls, sales, returns } = sums;
    const closing = opening + received - refunded + shortfalls - (sales - returns);
    closings.set(currency, closing);
    const decimals = Object.entries({ opening, ...sums, closing }).map(([name, cents]) => [
      name,
      toAmount(asCents(cents)),
    ]);
    return { month, currency, ...(Object.fromEntries(decimals) as Omit<BookedMonth, 'month' | 'currency'>) };
  });
}
