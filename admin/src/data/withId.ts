import type { BankTransaction } from '#domain/bank/reconciliation';
import type { CardEvent } from '#domain/cards/cards';
import type { Mail } from '#domain/mail/mail';
import type { Payment } from '#domain/payments/payments';
import type { CardPayout } from '#domain/payouts/payouts';

/** A record of the API with its `_id` as `id` too, which react-admin requires. */
export type WithId<Item> = Item & { id: string };

export const withId = <Item extends { _id: string }>(item: Item): WithId<Item> => ({ ...item, id: item._id });

/** The fields that an answer omits where there is nothing to say. */
const omitted: Record<string, readonly string[]> = {
  payments: ['attention', 'plan', 'askedNow', 'fee', 'sale', 'shortfall'],
  mails: ['smtpResponse', 'leaseUntil', 'sentAt', 'dismissed'],
  'card-events': ['heldReason', 'paymentId', 'referenceNumber', 'customer'],
  'card-payouts': ['bankTransactionId', 'bankAmount'],
  'bank-transactions': ['payer', 'reason', 'offsets', 'reversed'],
} satisfies {
  payments: (keyof Payment)[];
  mails: (keyof Mail)[];
  'card-events': (keyof CardEvent)[];
  'card-payouts': (keyof CardPayout)[];
  'bank-transactions': (keyof BankTransaction)[];
};

/** A record with what its answer omits as undefined, so that merging it into the cached record clears it. */
export const present = <Item extends { _id: string }>(resource: string, item: Item): WithId<Item> =>
  withId({ ...Object.fromEntries((omitted[resource] ?? []).map((field) => [field, undefined])), ...item });
