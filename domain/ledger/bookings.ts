import { figuresOf, statesOf, isOpening, type LedgerEntry, type LedgerState } from './ledger.js';
import {
  asCents,
  type Cents,
  type Currency,
  negated,
  roundToUsd,
  sumOfCents,
  toAmount,
  toCents,
} from '../platform/money.js';

/** A change of what a payment counts in the figures; bookings are only ever added. Days are YYYY-MM-DD. */
export interface Booking {
  _id: string;
  entryId: string;
  /** The day on which it would stand if nothing was closed. */
  day: string;
  bookedOn: string;
  /** Above 0 a sale, below 0 a return, in decimals of the currency. */
  amount: number;
  currency: Currency;
  /** US dollars for one unit of the currency at its time. */
  rate: number;
  /** In US dollars, four decimals. */
  usd: number;
  /** The _id of the booking that it takes back, of which it has the rate. */
  takesBack?: string;
}

/** The payment that bookings are made of. */
export interface BookableLedger {
  /** The payment's amount, in decimals. */
  amount: number;
  currency: Currency;
  entries: readonly LedgerEntry[];
  bookings: readonly Booking[];
}

/** The books at the time of a change. */
export interface BookingTime {
  today: string;
  /** The last day that does not change any more; empty where none is closed. */
  closedUntil: string;
  /** US dollars for one unit of the payment's currency. */
  rate: number;
  newId: () => string;
}

const isMoney = ({ kind, voided }: LedgerEntry): boolean =>
  !voided && kind !== 'said' && kind !== 'shortfall';

/** Returns whether an entry is money that came, or what was let go with it. */
const isReceived = ({ kind }: LedgerEntry): boolean => kind === 'receipt' || kind === 'shortfall';

const latest = (days: readonly string[]): string => days.reduce((a, b) => (a > b ? a : b));

/** The day on which a booking would stand if nothing was closed, and the one on which it stands. */
type BookingDays = Pick<Booking, 'day' | 'bookedOn'>;

/** The latest day of the money since a person last opened the payment, up to the entry of this index. */
function dayOfMoney(
  entries: readonly LedgerEntry[],
  states: readonly LedgerState[],
  index: number,
): BookingDays {
  let from = index;
  while (from > 0 && !isOpening(entries[from]!, states[from - 1])) from--;
  const money = entries.slice(from, index + 1).filter(isMoney);
  const dated = money.length ? money : [entries[index]!];
  return {
    day: latest(dated.map(({ day }) => day)),
    bookedOn: latest(dated.map(({ bookedOn }) => bookedOn)),
  };
}

/**
 * The day of the money that proves the word of this index whole, with what is let go beside it; undefined where it does
 * not, and where the word left nothing unproven.
 */
function dayOfProof(
  entries: readonly LedgerEntry[],
  states: readonly LedgerState[],
  index: number,
  amount: Cents,
): BookingDays | undefined {
  const isProven = (at: number): boolean => figuresOf(amount, states[at]!).unproven === 0;
  if (isProven(index)) return undefined;
  for (let next = index + 1; next < entries.length && states[next]!.hasWord; next++)
    if (isReceived(entries[next]!) && !entries[next]!.voided && isProven(next))
      return dayOfMoney(entries, states, next);
  return undefined;
}

/** The amount of each booking that later ones have not taken back, in cents. */
function openAmounts(bookings: readonly Booking[]): Map<Booking, number> {
  const open = new Map(bookings.map((booking) => [booking, toCents(booking.amount) as number]));
  for (const booking of bookings) {
    const taken = bookings.find(({ _id }) => _id === booking.takesBack);
    if (!taken) continue;
    open.set(taken, open.get(taken)! + toCents(booking.amount));
    open.set(booking, 0);
  }
  return open;
}

/** Makes the bookings of one entry. */
class EntryBookings {
  readonly made: Booking[] = [];

  constructor(
    private readonly entryId: string,
    private readonly own: readonly Booking[],
    private readonly time: BookingTime,
  ) {}

  get all(): Booking[] {
    return [...this.own, ...this.made];
  }

  sumOf(currency: Currency, day?: string): Cents {
    return sumOfCents(
      this.all
        .filter((one) => one.currency === currency && (day === undefined || one.bookedOn === day))
        .map(({ amount }) => toCents(amount)),
    );
  }

  /** Books an amount of cents: first what takes earlier bookings back, at their rates, then the rest at today's. */
  book(cents: number, currency: Currency, days: BookingDays, onlyFrom?: string): void {
    let left = cents;
    const open = openAmounts(this.all.filter((one) => one.currency === currency));
    for (const [booking, amount] of [...open].reverse()) {
      if (!left || Math.sign(amount) !== -Math.sign(left)) continue;
      if (onlyFrom !== undefined && booking.bookedOn !== onlyFrom) continue;
      const part = Math.sign(left) * Math.min(Math.abs(left), Math.abs(amount));
      this.add(part, currency, days, booking.rate, booking._id);
      left -= part;
    }
    if (left) this.add(left, currency, days, this.time.rate);
  }

  private add(
    cents: number,
    currency: Currency,
    { day, bookedOn: wanted }: BookingDays,
    rate: number,
    takesBack?: string,
  ): void {
    const amount = toAmount(asCents(cents));
    const bookedOn = wanted <= this.time.closedUntil ? this.time.today : wanted;
    this.made.push({
      _id: this.time.newId(),
      entryId: this.entryId,
      day,
      bookedOn,
      amount,
      currency,
      rate,
      usd: roundToUsd(amount * rate),
      ...(takesBack !== undefined && { takesBack }),
    });
  }
}

/**
 * Returns the bookings that a payment still needs, so that those of each entry add up to what the entry changes of the
 * sale. Nothing is booked on or before the day that is closed: what belongs there stands on today.
 */
export function missingBookings(
  { amount, currency, entries, bookings }: BookableLedger,
  time: BookingTime,
): Booking[] {
  const cents = toCents(amount);
  const states = statesOf(cents, entries);
  const sales = states.map((state) => figuresOf(cents, state).sale);
  return entries.flatMap((entry, index) => {
    const own = bookings.filter(({ entryId }) => entryId === entry._id);
    const books = new EntryBookings(entry._id, own, time);
    const correctionDays = own.at(-1) ?? entry;
    for (const former of new Set(own.map((one) => one.currency)))
      if (former !== currency) books.book(negated(books.sumOf(former)), former, correctionDays);

    const wanted = sales[index]! - (sales[index - 1] ?? 0);
    const firstDays: BookingDays = isReceived(entry) ? dayOfMoney(entries, states, index) : entry;
    if (entry.word) {
      const days = (entry.voided ? undefined : dayOfProof(entries, states, index, cents)) ?? firstDays;
      const isMovable = [days.bookedOn, ...own.map(({ bookedOn }) => bookedOn)].every(
        (one) => one > time.closedUntil,
      );
      if (!own.length || isMovable) {
        for (const former of new Set(own.map(({ bookedOn }) => bookedOn)))
          if (former !== days.bookedOn && wanted) {
            const there = own.findLast(({ bookedOn }) => bookedOn === former)!;
            books.book(negated(books.sumOf(currency, former)), currency, there, former);
          }
        books.book(wanted - books.sumOf(currency), currency, own.length && !wanted ? correctionDays : days);
        return books.made;
      }
    }
    const isFirst = !own.some((one) => one.currency === currency);
    books.book(wanted - books.sumOf(currency), currency, isFirst ? firstDays : correctionDays);
    return books.made;
  });
}
