import type { Identifier } from 'react-admin';
import type { CardEventDetails } from '#domain/cards/cards';
import { paymentCurrency } from '#domain/customers/customers';
import { currencies } from '#domain/platform/money';
import { pages } from '#domain/platform/pages';
import type { BankTransaction, TransactionState } from '#domain/bank/reconciliation';
import { editPage, recordPage } from '#domain/platform/admin-pages';

/** Returns the path of a record's page. */
export const customerPath = (id: Identifier): string => recordPage('customers', id);
export const customerEditPath = (id: Identifier): string => editPage('customers', id);
export const paymentPath = (id: Identifier): string => recordPage('payments', id);

/** A list, filtered. */
export const filtered = (page: string, filter: object, more?: Record<string, string>): string =>
  `${page}?${new URLSearchParams({ filter: JSON.stringify(filter), ...more })}`;
export const paymentsPath = (filter: object): string => filtered(pages.payments, filter);

export const mailPath = (id: Identifier): string => recordPage('mails', id);

export const heldCardEventsPath = filtered(pages.cardEvents, { state: 'held' });
export const cardEventPath = (id: Identifier): string =>
  `${pages.cardEvents}?${new URLSearchParams({ event: String(id) })}`;
/** An event among those of its payment. */
export const cardEventOfPath = (paymentId: Identifier, id: string): string =>
  filtered(pages.cardEvents, { paymentId }, { event: id });

export const payoutPath = (id: Identifier): string => recordPage('card-payouts', id);
/** Payouts with lines of no known payment. */
export const unknownPayoutsPath = filtered(pages.cardPayouts, { withoutPayment: 'true' });

/** The payment form has one path for new and stored payments; it takes the id as a parameter. */
export const paymentEditPath = (id: Identifier): string =>
  `${pages.newPayment}?${new URLSearchParams({ id: String(id) })}`;

/** The form of a new payment, with the customer filled in. */
export const paymentOfCustomerPath = ({ id, country }: { id: Identifier; country: string }): string =>
  `${pages.newPayment}?${new URLSearchParams({
    defaults: JSON.stringify({ customerId: id, currency: paymentCurrency(country) }),
  })}`;

/** The form of a new payment, with what a held card event says of it; it leads back to the event. */
export function paymentOfCardEventPath({ _id, amount, currency, candidates }: CardEventDetails): string {
  const isRecorded = amount !== undefined && currencies.some((one) => one === currency);
  const customer = candidates.find(({ why }) => why.includes('email'))?.customer;
  const defaults = {
    paymentMethod: 'creditCard',
    ...(isRecorded && { amount, currency }),
    ...(customer && { customerId: customer._id }),
  };
  return `${pages.newPayment}?${new URLSearchParams({ defaults: JSON.stringify(defaults), cardEvent: _id })}`;
}

/** The form of a new payment, with what a bank transaction brought; once saved, the transaction is matched to it. */
export const paymentOfTransactionPath = ({
  _id,
  day,
  rest,
  currency,
  payer = '',
  text,
}: BankTransaction): string =>
  `${pages.newPayment}?${new URLSearchParams({
    defaults: JSON.stringify({ amount: rest, currency, transferDate: day }),
    transaction: _id,
    ...(payer ? { payer } : { text }),
  })}`;

interface TransactionFilter {
  state: TransactionState;
  statementId?: string;
}

/** The list of bank transactions, filtered; `id` opens one of them beside it. */
export const transactionsPath = (filter: TransactionFilter, id?: string): string =>
  filtered(pages.reconcile, filter, id ? { transaction: id } : {});

/** The list of a page with what a search finds in it by this text. */
export const foundPath = (page: string, search: string): string => filtered(page, { search });

/** The import page with a draft. */
export const draftPath = (id: string): string =>
  `${pages.importStatement}?${new URLSearchParams({ statement: id })}`;
