import { formatDay } from '../../../../domain/dates.js';
import { formatApproximateUsd, formatNamedMoney, quotedCurrency } from '../../../../domain/money.js';
import type { OrderStatus } from '../../../../domain/orders.js';
import type { PaymentMethod } from '../../../../domain/payments.js';
import type { Price } from '../../../../domain/prices.js';

/** A payment as mails tell of it; amounts are as the visitor was shown them. */
export interface OrderFacts {
  reference: string;
  name: string;
  price: Price;
  /** True where the visitor lives outside Canada, and was shown the approximate amount in US dollars too. */
  isAbroad: boolean;
  method: PaymentMethod;
  status: OrderStatus;
  expectedOn?: string;
  /** Of a pending payment of which a part has arrived: what came so far, and what is missing. */
  partly?: { received: number; due: number };
  instructions: string;
  url: string;
  /** The page of the back-office that shows it. */
  adminUrl: string;
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

/**
 * "Hello Ada Jones,". A name that has an address of the web in it is left out: anyone can type any name beside anyone's
 * address, and mail programs make links of it.
 */
export const greeting = ({ name }: Pick<OrderFacts, 'name'>): string =>
  name && !/[/:@\\]|\.\p{L}{2,}/u.test(name) ? `Hello ${name},` : 'Hello,';

export const referenceRow = ({ reference }: OrderFacts) => ['Reference', reference] as const;
export const amountRow = (order: OrderFacts) => ['Amount', priceText(order)] as const;
/** Where a part has arrived, what came and what is missing. */
export const partRows = (order: Pick<OrderFacts, 'price' | 'partly'>) =>
  order.partly
    ? ([
        ['Received so far', partText(order, order.partly.received)],
        ['Missing', partText(order, order.partly.due)],
      ] as const)
    : [];
export const expectedRows = ({ expectedOn }: OrderFacts) =>
  expectedOn ? ([['Expected transfer date', formatDay(expectedOn)]] as const) : [];
