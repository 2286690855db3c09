import { maximumPageSize } from '#domain/platform/lists';
import type { BankAccount, BankTransaction, StatementDraft } from '#domain/bank/reconciliation';
import type { InteracNotice } from '#domain/bank/notices';
import type { CardEvent, CardEventDetails } from '#domain/cards/cards';
import type { Customer } from '#domain/customers/customers';
import type { IssuedDocument } from '#domain/documents/documents';
import type { Mail } from '#domain/mail/mail';
import type { CustomerReference, ListedPayment, Payment } from '#domain/payments/payments';
import type { CardPayout } from '#domain/payouts/payouts';

/** A record of the API with its `_id` as `id` too, which react-admin requires. */
export type WithId<Item> = Item & { id: string };

export type BankAccountRecord = WithId<BankAccount>;
export type CardEventRecord = WithId<CardEvent>;
export type CardEventDetailsRecord = WithId<CardEventDetails>;
export type CustomerRecord = WithId<Customer>;
export type DocumentRecord = WithId<IssuedDocument>;
export type MailRecord = WithId<Mail>;
export type NoticeRecord = WithId<InteracNotice>;
export type PaymentRecord = WithId<Payment>;
export type PayoutRecord = WithId<CardPayout>;
export type StatementDraftRecord = WithId<StatementDraft>;
export type TransactionRecord = WithId<BankTransaction>;

/** A payment of a list: `customerId` is the plain id, as everywhere, and `customer` its name and email. */
export type ListedPaymentRecord = Omit<PaymentRecord, 'statusHistory'> & {
  customer: CustomerReference | null;
};

export const withId = <Item extends { _id: string }>(item: Item): WithId<Item> => ({ ...item, id: item._id });

/** The fields that an answer omits where there is nothing to say. */
const omitted: Record<string, readonly string[]> = {
  payments: ['attention', 'plan', 'askedNow', 'fee', 'sale', 'shortfall', 'saidSent'],
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

/** A list's payment in the shape of a single one, for its page until that is loaded; without a batch that may be old. */
export const toListedPayment = ({ customerId: customer, ...payment }: ListedPayment): ListedPaymentRecord =>
  present('payments', { ...payment, batch: undefined, customerId: customer?._id ?? '', customer });

interface ListShape {
  path?: string;
  /** The field of the answer. */
  field?: string;
  present?: (record: never) => object;
}

/** The way in which the API lists records: by default at the resource's path, in a field of its name, as they are. */
export const lists: Record<string, ListShape> = {
  payments: { present: toListedPayment },
  overdue: { path: '/reports/overdue', field: 'payments', present: toListedPayment },
  'card-events': { field: 'cardEvents' },
  'card-payouts': { field: 'cardPayouts' },
  'bank-transactions': { field: 'transactions' },
  'interac-notices': { field: 'notices' },
  audit: { field: 'entries' },
};

/** The pagination of a list that is read whole, page by page. */
export const everyPage = { page: 1, perPage: Number.MAX_SAFE_INTEGER };

/** The pagination and order of a list of which the newest hundred records are read. */
export const newestRecords = {
  page: 1,
  perPage: maximumPageSize,
  sort: { field: 'createdAt', order: 'DESC' },
} as const;
