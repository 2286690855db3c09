import { createHash } from 'node:crypto';
import { isTestPayment } from '#domain/cards/cards';
import type { Booking } from '#domain/ledger/bookings';
import { type AccountKey, accountOfWay } from '#domain/ledger/journal';
import type { LedgerEntry } from '#domain/ledger/ledger';
import { moneyIn } from '#domain/ledger/payment-money';
import type { PaymentCard } from '#domain/payments/payment-card';
import { asCents, type Cents, type Currency, negated, toCents } from '#domain/platform/money';
import { isId } from '#domain/platform/rules';
import type { StoredDocument } from '../../documents/document.schema.js';
import type { StoredPayout } from '../../payouts/card-payout.schema.js';

/** An account before it has its name: `of` is the id of a bank account, or the label of a tax. */
export interface AccountRef {
  key: Exclude<AccountKey, 'xeroTaxRate'>;
  of?: string;
}

/** A side of an entry: a debit above 0, a credit below. */
interface JournalLine {
  account: AccountRef;
  cents: Cents;
}

/** A balanced entry of the journal; its lines are of one currency, and add up to zero. */
export interface JournalEntry {
  /** YYYY-MM-DD. */
  day: string;
  /** 20 letters and digits, which an entry keeps for ever. */
  number: string;
  text: string;
  currency: string;
  lines: readonly JournalLine[];
}

/** The payment of which entries are made, with its bookings in the order of the record. */
export interface JournalPayment {
  referenceNumber: string;
  currency: Currency;
  card?: PaymentCard | undefined;
  ledger?: readonly LedgerEntry[] | undefined;
  bookings: readonly (Booking & { at: Date })[];
}

/** The last letter of a number, by what of an id its entry is about. */
const marks = {
  entry: 'E',
  exchange: 'X',
  undone: 'U',
  undoneExchange: 'Y',
  booking: 'B',
  tax: 'T',
  fees: 'F',
  payout: 'P',
  undonePayout: 'Q',
} as const;
type Mark = keyof typeof marks;

/** Returns the number of an entry: the 96 bits of an ObjectId, or of the hash of another id, in base 36, and a letter. */
function numberOf(mark: Mark, id: string): string {
  const hex = isId(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, 24);
  return BigInt(`0x${hex}`).toString(36).toUpperCase().padStart(19, '0') + marks[mark];
}

const entryNames: Record<LedgerEntry['kind'], string> = {
  receipt: 'Receipt',
  refund: 'Refund',
  refundReturned: 'Refund Returned',
  chargeback: 'Chargeback',
  reversal: 'Reversal',
  shortfall: 'Shortfall',
  said: 'Shortfall Ended',
};

/** "Receipt CRTS-OTN-… of 2026-09-28", without the day where the entry stands on it. */
const textOf = (name: string, of: string, own: string, day: string): string =>
  `${name} ${of}${own === day ? '' : ` of ${own}`}`;

const line = (account: AccountRef, cents: number): JournalLine => ({ account, cents: asCents(cents) });
const withoutZeros = (lines: readonly JournalLine[]): JournalLine[] =>
  lines.filter(({ cents }) => cents !== 0);
const reversed = (lines: readonly JournalLine[]): JournalLine[] =>
  lines.map(({ account, cents }) => ({ account, cents: negated(cents) }));

/** An entry before the accounts of its sale and its deposits are known, with the time of its record. */
interface Draft extends JournalEntry {
  at: string;
  booking?: Booking;
}

/** Returns the lines of a ledger's entry by their currency: as the money moved, and as it counts for its payment. */
function linesOf(
  entry: LedgerEntry,
  currency: Currency,
): { currency: string; lines: JournalLine[]; mark: Mark }[] {
  const { way = 'other', bankAccountId, original } = entry;
  const { received = 0, refunded = 0, shortfalls = 0 } = moneyIn(entry);
  const money = received - refunded;
  const account: AccountRef = { key: accountOfWay[way], ...(bankAccountId && { of: bankAccountId }) };
  const isForeign = original !== undefined && original.currency !== currency;
  const counted = [
    line(isForeign ? { key: 'exchange' } : account, money),
    line({ key: 'bankFees' }, shortfalls),
    line({ key: 'deposits' }, -money - shortfalls),
  ];
  if (!isForeign) return [{ currency, lines: counted, mark: 'entry' }];
  // Money of another currency may settle less than a cent.
  const isIn = entry.kind === 'receipt' || entry.kind === 'refundReturned';
  const moved = (isIn ? 1 : -1) * toCents(original.amount);
  return [
    {
      currency: original.currency,
      lines: [line(account, moved), line({ key: 'exchange' }, -moved)],
      mark: 'entry',
    },
    { currency, lines: counted, mark: 'exchange' },
  ];
}

/** Returns the entries of a ledger's entry, and of its voiding. */
function draftsOf(entry: LedgerEntry, { currency, referenceNumber }: JournalPayment): Draft[] {
  const { _id, kind, day: own, bookedOn, at, voided } = entry;
  return linesOf(entry, currency).flatMap(({ lines, mark, ...moved }): Draft[] => {
    const draft = (name: string, day: string, number: string, time: string, sides: JournalLine[]): Draft => ({
      day,
      number,
      text: textOf(name, referenceNumber, own, day),
      at: time,
      ...moved,
      lines: sides,
    });
    const name = entryNames[kind];
    const undone = mark === 'exchange' ? 'undoneExchange' : 'undone';
    return [
      draft(name, bookedOn, numberOf(mark, _id), at, lines),
      ...(voided
        ? [draft(`Undone: ${name}`, voided.bookedOn, numberOf(undone, _id), voided.at, reversed(lines))]
        : []),
    ];
  });
}

/** Returns the entry of a booking, whose sale may be a fee. */
function bookingDraft(booking: JournalPayment['bookings'][number], referenceNumber: string): Draft {
  const { _id, amount, currency, day: own, bookedOn: day, at } = booking;
  const cents = toCents(amount);
  return {
    day,
    currency,
    booking,
    number: numberOf('booking', _id),
    at: at.toISOString(),
    text: textOf(cents > 0 ? 'Sale' : 'Return', referenceNumber, own, day),
    lines: [line({ key: 'deposits' }, cents)],
  };
}

/** The parts of bookings that are fees of cancelled payments, and those that are sales. */
class SaleAccounts {
  /** The open parts of each booking, for those that take it back. */
  private readonly open = new Map<string, { fees: number; sales: number }>();
  private readonly feesLeft = new Map<string, number>();

  constructor(private readonly ledger: readonly LedgerEntry[]) {}

  /** Returns the credits of a booking: what takes one back goes where that went, what lessens a sale takes fees first. */
  linesOf({ _id, amount, currency, entryId, takesBack }: Booking): JournalLine[] {
    const cents = toCents(amount);
    const taken = takesBack === undefined ? undefined : this.open.get(takesBack);
    const left = this.feesLeft.get(currency) ?? 0;
    const fees = taken
      ? partOf(cents, -taken.fees)
      : cents > 0
        ? this.isFee(entryId)
          ? cents
          : 0
        : partOf(cents, -left);
    if (taken) {
      taken.fees += fees;
      taken.sales += cents - fees;
    }
    this.open.set(_id, { fees, sales: cents - fees });
    this.feesLeft.set(currency, left + fees);
    return [line({ key: 'fees' }, -fees), line({ key: 'sales' }, fees - cents)];
  }

  private isFee(entryId: string): boolean {
    const entry = this.ledger.find(({ _id }) => _id === entryId);
    return entry?.kind === 'said' && entry.status === 'cancelled';
  }
}

/** The part of an amount that lies within a bound of the same sign. */
const partOf = (cents: number, bound: number): number =>
  Math.sign(cents) * Math.min(Math.abs(cents), Math.max(0, Math.sign(cents) * bound));

const inOrder = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/**
 * Returns the entries of a payment, in their order: what a deposit would lie below 0 is unproven, by day and then as
 * recorded. A test payment has none.
 */
export function paymentEntries(payment: JournalPayment): JournalEntry[] {
  const { ledger = [], bookings, referenceNumber } = payment;
  if (isTestPayment(payment)) return [];
  const drafts = [
    ...ledger.flatMap((entry) => draftsOf(entry, payment)),
    ...bookings.map((booking) => bookingDraft(booking, referenceNumber)),
  ].sort((one, other) => inOrder(one.day, other.day) || inOrder(one.at, other.at));
  const accounts = new SaleAccounts(ledger);
  const balances = new Map<string, number>();
  return drafts.flatMap(({ booking, day, number, text, currency, lines: made }) => {
    const lines = made.flatMap(({ account, cents }) => {
      if (account.key !== 'deposits') return [line(account, cents)];
      const before = balances.get(currency) ?? 0;
      const after = before - cents;
      balances.set(currency, after);
      return [
        line(account, Math.max(0, before) - Math.max(0, after)),
        line({ key: 'unproven' }, Math.min(0, before) - Math.min(0, after)),
      ];
    });
    const sides = withoutZeros([...lines, ...(booking ? accounts.linesOf(booking) : [])]);
    return sides.length ? [{ day, number, text, currency, lines: sides }] : [];
  });
}

/** Returns the entry of the tax of a document; none without tax. That of a fee's invoice is in the fees. */
export function taxEntries(document: StoredDocument, isOfFee: boolean): JournalEntry[] {
  const { _id, kind, number, day: own, countedOn: day, referenceNumber, currency, tax } = document;
  if (!tax?.amount) return [];
  const cents = (kind === 'invoice' ? 1 : -1) * toCents(tax.amount);
  return [
    {
      day,
      currency,
      number: numberOf('tax', String(_id)),
      text: textOf('Tax', `${number} ${referenceNumber}`, own, day),
      lines: [
        line({ key: isOfFee ? 'fees' : 'sales' }, cents),
        line({ key: 'taxPayable', of: tax.label }, -cents),
      ],
    },
  ];
}

/** Returns the entries of a payout: its fees by the day of the books, and what it was matched with. */
export function payoutEntries({
  _id,
  day: own,
  currency,
  fees,
  matches = [],
}: Pick<StoredPayout, '_id' | 'day' | 'currency' | 'fees' | 'matches'>): JournalEntry[] {
  const clearing = { key: 'cardClearing' } as const;
  return [
    ...fees.map(({ bookedOn, cents }) => ({
      day: bookedOn,
      currency,
      number: numberOf('fees', `${_id} ${bookedOn}`),
      text: textOf('Card Fees', _id, own, bookedOn),
      lines: withoutZeros([line({ key: 'cardFees' }, cents), line(clearing, negated(cents))]),
    })),
    ...matches.flatMap((match) => {
      const { cents, bankAccountId: of, bookedOn, voided } = match;
      const lines = withoutZeros([line({ key: 'bank', of }, cents), line(clearing, negated(cents))]);
      const entry = (name: string, day: string, mark: Mark, sides: JournalLine[]) => ({
        day,
        currency,
        number: numberOf(mark, match._id),
        text: textOf(name, _id, match.day, day),
        lines: sides,
      });
      return [
        entry('Payout', bookedOn, 'payout', lines),
        ...(voided ? [entry('Undone: Payout', voided.bookedOn, 'undonePayout', reversed(lines))] : []),
      ];
    }),
  ].filter(({ lines }) => lines.length);
}

/** Sorts entries by day, then number. */
export const inJournalOrder = (one: JournalEntry, other: JournalEntry): number =>
  inOrder(one.day, other.day) || inOrder(one.number, other.number);
