import { documentKindNames } from '#domain/documents/documents';
import { countryNames, findRegion } from '#domain/places/locations';
import { paymentMethodName } from '#domain/payments/payments';
import { inPercent } from '#domain/places/taxes';
import { type Column, dayCell } from '../platform/exports/export.js';
import type { StoredDocument } from './document.schema.js';

/** An amount as the register counts it: what a credit note takes back is below 0. */
const signed = ({ kind }: StoredDocument, amount: number | undefined): number | undefined =>
  amount === undefined ? undefined : kind === 'creditNote' && amount ? -amount : amount;

export const documentColumns: readonly Column<StoredDocument>[] = [
  { title: 'Number', width: 16, value: ({ number }) => number },
  { title: 'Kind', width: 12, value: ({ kind }) => documentKindNames[kind] },
  { title: 'Day', width: 12, format: 'day', value: ({ day }) => dayCell(day) },
  { title: 'Booked On', width: 12, format: 'day', value: ({ bookedOn }) => dayCell(bookedOn) },
  { title: 'Reference', width: 28, value: ({ referenceNumber }) => referenceNumber },
  { title: 'Credits', width: 16, value: ({ credits }) => credits?.number },
  { title: 'Reason', width: 12, value: ({ reason }) => reason },
  { title: 'Buyer', width: 26, value: ({ buyer }) => buyer.name },
  { title: 'Country', width: 16, value: ({ place }) => place && countryNames[place.country] },
  {
    title: 'Province',
    width: 22,
    value: ({ place }) => findRegion(place?.country, place?.province)?.name,
  },
  { title: 'Currency', width: 10, value: ({ currency }) => currency },
  { title: 'Net', width: 12, format: 'amount', value: (one) => signed(one, one.net) },
  { title: 'Tax Label', width: 20, value: ({ tax }) => tax?.label },
  { title: 'Rate', width: 8, value: ({ tax }) => tax && inPercent(tax.rate) },
  { title: 'Tax', width: 12, format: 'amount', value: (one) => signed(one, one.tax?.amount) },
  { title: 'Total', width: 12, format: 'amount', value: (one) => signed(one, one.total) },
  { title: 'Method', width: 26, value: ({ paymentMethod }) => paymentMethodName(paymentMethod) },
  { title: 'ID', width: 26, value: ({ _id }) => String(_id) },
];
