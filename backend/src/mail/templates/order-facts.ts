import { formatDay } from '#domain/dates';
import { formatApproximateUsd, formatNamedMoney, quotedCurrency } from '#domain/money';
import type { OrderStatus } from '#domain/orders';
import type { PaymentMethod } from '#domain/payments';
import type { Price } from '#domain/prices';

/** A payment's data for the templates; amounts are as shown to the visitor. */
export interface OrderFacts {
  reference: string;
  /** As it was typed: see quoted-name.ts. */
  name: string;
  price: Price;
  /** True where the visitor lives outside Canada, and was also shown the approximate amount in US dollars. */
  isAbroad: boolean;
  method: PaymentMethod;
  status: OrderStatus;
  expectedOn?: string;
  /** The received and the missing amount of a pending payment that was paid in part. */
  partly?: { received: number; due: number };
  instructions: string;
  /** The terms that the visitor has accepted: their text, or an address. */
  terms?: string;
  url: string;
  /** The payment's page in the back-office. */
  adminUrl: string;
  /** True for a payment of the card provider's test mode. */
  isTest?: boolean;
}

/** "CA$1,997.00 (approximately US$1,457.81)" for visitors outside Canada, "CA$2,256.61" else. */
function priceText({
  price: { amount, currency },
  isAbroad,
}: Pick<OrderFacts, 'price' | 'isAbroad'>): string {
  const total = formatNamedMoney(amount, currency);
  return isAbroad && currency === quotedCurrency ? `${total} (${formatApproximateUsd(amount)})` : total;
}

/** A part of the total, in its currency. */
export const partText = ({ price }: Pick<OrderFacts, 'price'>, part: number): string =>
  formatNamedMoney(part, price.currency);

/** The greeting has no name: a stranger typed it, and a greeting does not need it. */
export const greeting = 'Hello,';

export const referenceRow = ({ reference }: OrderFacts) => ['Reference', reference] as const;
export const amountRow = (order: OrderFacts) => ['Amount', priceText(order)] as const;
/** The rows of the received and the missing amount, once a part has arrived. */
export const partRows = (order: Pick<OrderFacts, 'price' | 'partly'>) =>
  order.partly
    ? ([
        ['Received so far', partText(order, order.partly.received)],
        ['Missing', partText(order, order.partly.due)],
      ] as const)
    : [];
export const expectedRows = ({ expectedOn }: OrderFacts) =>
  expectedOn ? ([['Expected transfer date', formatDay(expectedOn)]] as const) : [];
