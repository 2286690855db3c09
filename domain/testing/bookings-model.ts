import { type ModelEntry, model } from './ledger-model.js';

/** An entry with its days, YYYY-MM-DD. */
export interface DatedEntry extends ModelEntry {
  day: string;
  bookedOn: string;
  voided?: { bookedOn: string };
}

/** A booking of the model: cents of a currency on the day on which it stands. */
export interface ModelBooking {
  entryId: string;
  bookedOn: string;
  currency: string;
  cents: number;
}

interface BookedPayment {
  cents: number;
  currency: string;
  entries: readonly DatedEntry[];
  bookings: ModelBooking[];
}

const latest = (days: readonly string[]): string => [...days].sort().at(-1)!;
const sum = (bookings: readonly ModelBooking[]): number =>
  bookings.reduce((total, { cents }) => total + cents, 0);
const opens = ['pending', 'failed', 'cancelled'];

/** Adds the bookings that a payment needs after a change: a second implementation, written from the rules alone. */
export function book(
  payment: BookedPayment,
  { today, closedUntil }: { today: string; closedUntil: string },
): void {
  const { cents: amount, currency, entries, bookings } = payment;
  const after = entries.map((_, index) => model(amount, entries.slice(0, index + 1)));
  const isClosed = (day: string) => day <= closedUntil;
  // "the latest `bookedOn` of the entries of money since a person last opened the payment"
  const lastOpening = (index: number) =>
    entries.findLastIndex(
      ({ kind, status, voided }, at) =>
        at <= index &&
        kind === 'said' &&
        !voided &&
        opens.includes(status!) &&
        at > 0 &&
        !opens.includes(after[at - 1]!.status),
    );
  const dayOfMoney = (index: number): string | undefined => {
    const money = entries
      .slice(Math.max(0, lastOpening(index)), index + 1)
      .filter(({ way, voided }) => way !== undefined && !voided);
    return money.length ? latest(money.map(({ bookedOn }) => bookedOn)) : undefined;
  };
  // "A word that leaves something unproven, and that later receipts (with what is let go beside them) prove whole …
  // up to the receipt that leaves nothing unproven"
  const dayOfProof = (index: number): string | undefined => {
    if (!after[index]!.unproven) return undefined;
    for (let at = index + 1; at < entries.length && after[at]!.hasWord; at++)
      if (
        ['receipt', 'shortfall'].includes(entries[at]!.kind) &&
        !entries[at]!.voided &&
        !after[at]!.unproven
      )
        return dayOfMoney(at);
    return undefined;
  };
  for (const [index, entry] of entries.entries()) {
    const own = () => bookings.filter(({ entryId }) => entryId === entry._id);
    const add = (cents: number, day: string, of = currency) => {
      if (cents)
        bookings.push({ entryId: entry._id, bookedOn: isClosed(day) ? today : day, currency: of, cents });
    };
    const last = own().at(-1)?.bookedOn ?? entry.bookedOn;
    // "A changed currency takes back in the old one and books in the new."
    for (const former of new Set(own().map((one) => one.currency)))
      if (former !== currency) add(-sum(own().filter((one) => one.currency === former)), last, former);
    const wanted = after[index]!.sale - (after[index - 1]?.sale ?? 0);
    const current = () => own().filter((one) => one.currency === currency);
    const isReceipt = entry.kind === 'receipt' || entry.kind === 'shortfall';
    let first = (isReceipt && dayOfMoney(index)) || entry.bookedOn;
    if (entry.word && wanted) {
      first = dayOfProof(index) ?? first;
      // "all while that day and the days of all its bookings are open"
      const days = own().map(({ bookedOn }) => bookedOn);
      if (![first, ...days].some(isClosed)) {
        for (const day of new Set(days))
          if (day !== first) add(-sum(current().filter(({ bookedOn }) => bookedOn === day)), day);
        add(wanted - sum(current()), first);
        continue;
      }
    }
    // "a correction where the entry's last booking stands"
    add(wanted - sum(current()), current().length ? last : first);
  }
}
