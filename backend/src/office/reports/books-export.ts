import type { EntryEvidence } from '#domain/ledger/ledger';
import { bookingKindNames, moneyWayNames } from '#domain/ledger/ledger-calls';
import { countryName, regionName } from '#domain/places/locations';
import { type Currency, roundToUsd } from '#domain/platform/money';
import type { StoredBooking } from '../../ledger/books/booking.schema.js';
import { type Column, dayCell } from '../../platform/exports/export.js';

/** A booking of an export, with the payment's present reference and the evidence of its entry. */
export interface BookingLine extends StoredBooking {
  evidence?: EntryEvidence | undefined;
}

/** The fees of a payout that a report of the card provider brought. */
export interface FeeLine {
  payoutId: string;
  day: string;
  bookedOn: string;
  fee: number;
  feeCurrency: Currency;
}

/** A line of an export: a booking, or fees, which are no part of any payment. */
export type BookedLine = Partial<BookingLine> & Partial<FeeLine> & Pick<BookingLine, 'day' | 'bookedOn'>;

/** The ids of the records that show an entry: "transaction 6560… allocation 6561…". */
const evidenceText = ({ evidence = {} }: BookedLine): string =>
  Object.entries(evidence)
    .map(([name, id]) => `${name.replace(/Id$/, '')} ${String(id)}`)
    .join(', ');

/** The kind of a line of fees. */
const feesName = 'Fees';

/**
 * The columns of an export of the books, a line a booking, and a line for the fees of each payout's report: signed amounts,
 * without names of persons.
 */
export const bookingColumns: readonly Column<BookedLine>[] = [
  { title: 'Booked On', width: 12, format: 'day', value: ({ bookedOn }) => dayCell(bookedOn) },
  { title: 'Day', width: 12, format: 'day', value: ({ day }) => dayCell(day) },
  { title: 'Kind', width: 10, value: ({ kind }) => (kind ? bookingKindNames[kind] : feesName) },
  { title: 'Reference', width: 28, value: ({ referenceNumber }) => referenceNumber },
  { title: 'Way', width: 10, value: ({ way = 'card' }) => moneyWayNames[way] },
  { title: 'Amount', width: 12, format: 'amount', value: ({ amount }) => amount },
  { title: 'Currency', width: 10, value: ({ currency }) => currency },
  { title: 'Rate', width: 10, value: ({ rate }) => rate },
  { title: 'US Dollars', width: 14, format: 'usd', value: ({ usd }) => usd && roundToUsd(usd) },
  { title: 'Country', width: 12, value: ({ country }) => countryName(country) },
  { title: 'Province', width: 14, value: (booking) => regionName(booking) },
  { title: 'Evidence', width: 44, value: evidenceText },
  { title: 'Recorded', width: 22, format: 'moment', value: ({ at }) => at },
  { title: 'By', width: 16, value: ({ by }) => by },
  { title: 'Takes Back', width: 26, value: ({ takesBack }) => takesBack },
  { title: 'Payment ID', width: 26, value: ({ paymentId }) => paymentId && String(paymentId) },
  { title: 'ID', width: 26, value: ({ _id }) => _id },
  { title: 'Fee', width: 12, format: 'amount', value: ({ fee }) => fee },
  { title: 'Fee Currency', width: 14, value: ({ feeCurrency }) => feeCurrency },
  { title: 'Payout', width: 30, value: ({ payoutId }) => payoutId },
];
