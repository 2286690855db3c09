import { BadRequestException } from '@nestjs/common';
import type { Calendar } from '#domain/platform/calendar';
import { openDisputeStatuses } from '#domain/cards/cards';
import { agePattern, maximumAge } from '#domain/platform/lists';
import { languages } from '#domain/platform/languages';
import { countries } from '#domain/places/countries';
import { regionSpellings } from '#domain/places/locations';
import { currencies } from '#domain/platform/money';
import { daysAgo, lastOverdueDay } from '#domain/payments/overdue';
import { payoutDays } from '#domain/payouts/payouts';
import { paymentMethods } from '#domain/places/payment-methods';
import { isSettled, paymentStatuses, settledFilter, settledStatuses } from '#domain/payments/payments';
import { attentions } from '#domain/ledger/ways';
import {
  enumFilter,
  type Filter,
  flagFilter,
  idFilter,
  indexesOf,
  type ListSpec,
  dayRange,
  momentRange,
  presenceFilter,
  writtenDayRange,
} from '../../platform/http/list-query.js';
import { PaymentSchema } from '../payment.schema.js';
import { referenceContaining, searchedWithPieces } from './reference-search.js';

const oneStatus = enumFilter('status', [...paymentStatuses, settledFilter]);

/** Of live card payments: an admin who has seen what is listed confirms the payment. */
const notYetConfirmed = {
  'card.live': true,
  $nor: [{ status: { $in: paymentStatuses.filter((status) => status !== 'paid') } }],
};

const statusFilter: Filter = Object.assign(
  (text: string) => (text === settledFilter ? { status: { $in: settledStatuses } } : oneStatus(text)),
  { schema: { enum: [...paymentStatuses, settledFilter] } },
);

const age = new RegExp(agePattern);

/** Pending payments that were made more than so many days of the office ago. */
const ageFilter: Filter = Object.assign(
  (text: string, calendar: Calendar) => {
    if (!age.test(text))
      throw new BadRequestException(`filter[age] takes a whole number of days from 1 to ${maximumAge}`);
    const day = daysAgo(Number(text), new Date(), calendar);
    return { status: 'pending', createdAt: { $lt: calendar.startOf(day) } };
  },
  {
    schema: { pattern: agePattern },
    description: 'Only pending payments that were made more than so many days ago',
  },
);

/** The province that the payment was recorded with, by its code, name or the checkout's spelling. */
const provinceFilter: Filter = Object.assign(
  (text: string) => ({ province: { $in: regionSpellings('province', text) } }),
  { description: 'Only payments recorded with this province, in either spelling' },
);

/** The fields, besides the status, of which the kept statistics have the counts. */
export const keptFields = ['paymentMethod', 'currency', 'country', 'createdAt'];

/** Filters and sort fields of the payments list. */
export const paymentListSpec: ListSpec = {
  filters: {
    referenceNumber: referenceContaining,
    search: searchedWithPieces,
    status: statusFilter,
    paymentMethod: enumFilter('paymentMethod', paymentMethods),
    currency: enumFilter('currency', currencies),
    country: enumFilter('country', countries),
    language: enumFilter('language', languages),
    province: provinceFilter,
    age: ageFilter,
    partlyRefunded: flagFilter('partlyRefunded', { partlyRefunded: true }),
    withoutPaper: flagFilter('withoutPaper', {
      bookedOn: { $gt: '' },
      documentCount: { $in: [null, 0] },
      $nor: [{ status: { $in: paymentStatuses.filter((status) => !isSettled(status)) } }],
    }),
    lettersMissing: flagFilter('lettersMissing', { lettersMissing: true }),
    customerId: idFilter('customerId'),
    attention: enumFilter('attention', attentions),
    overdue: Object.assign(
      flagFilter('overdue', (calendar) => ({
        expectedOn: { $lte: lastOverdueDay(new Date(), calendar) },
      })),
      { description: 'Only pending payments with an overdue part, or without a plan past the transfer date' },
    ),
    plan: flagFilter('plan', { 'plan.due': { $gt: '' } }),
    saidSent: presenceFilter('saidSent', 'saidSent.at'),
    disputed: flagFilter('disputed', {
      'card.dispute.status': { $in: openDisputeStatuses },
      'card.live': true,
    }),
    priceDiffers: flagFilter('priceDiffers', { 'card.price.amount': { $gt: 0 }, ...notYetConfirmed }),
    sameVisit: flagFilter('sameVisit', { 'card.sameVisit.paymentId': { $gt: '' }, ...notYetConfirmed }),
    inNoPayout: flagFilter('inNoPayout', (calendar) => ({
      awaitsPayout: { $lt: daysAgo(payoutDays, new Date(), calendar) },
    })),
  },
  ranges: {
    createdAt: momentRange('createdAt'),
    transferDate: dayRange('transferDate'),
    bookedOn: writtenDayRange('bookedOn'),
  },
  lists: ['bookedOn'],
  sorts: {
    createdAt: 'createdAt',
    updatedAt: 'updatedAt',
    amount: 'amount',
    status: 'status',
    paymentMethod: 'paymentMethod',
    referenceNumber: 'referenceKey',
    transferDate: 'transferDate',
    expectedOn: 'expectedOn',
  },
  unique: ['referenceKey'],
  indexes: indexesOf(PaymentSchema),
  few: [
    'customerId',
    'referenceParts',
    'partlyRefunded',
    'attention',
    'saidSent.at',
    'awaitsPayout',
    'plan.due',
    'card.dispute.status',
    'card.price.amount',
    'card.sameVisit.paymentId',
  ],
  kept: ['status', 'transferDate', 'expectedOn', ...keptFields],
};
