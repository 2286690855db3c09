import type { Currency } from '../platform/money.js';
import type { Price } from '../places/prices.js';

/** The provider of hosted card pages whose signed events are understood. */
export type CardProvider = 'stripe';

/** The latest dispute of a card payment. One that is won or withdrawn is removed; a lost one stays. */
export interface CardDispute {
  id: string;
  amount: number;
  currency: Currency;
  /** In the provider's words: "fraudulent", "product_not_received". */
  reason: string;
  /** One of `openDisputeStatuses`, or "lost". */
  status: string;
  /** The end of the time to respond; null where there is none. */
  dueBy: string | null;
}

/** The state of the money on the card page: a bank debit is processing until it has succeeded or failed. */
export type CardState = 'processing' | 'paid' | 'failed' | 'refunded';

/** The `card` of a payment that was paid on the card page. */
export interface PaymentCard {
  provider: CardProvider;
  sessionId: string;
  /** Null where the provider names none. */
  paymentIntentId: string | null;
  live: boolean;
  /** The provider's word; `status` of the payment follows it until a person sets another one. */
  state: CardState;
  /** The amount that was given back by refunds and lost disputes, in the payment's currency. */
  refunded: number;
  dispute?: CardDispute;
  /** The price at the payer's place, where the amount that was paid differs from it. */
  price?: Price;
  /** The earlier card payment of the same visit, of another session: the visitor may have paid twice. */
  sameVisit?: { paymentId: string; referenceNumber: string };
}

/** The payout by which a card payment arrived in the bank: the fee is in the payout's currency. */
export interface PaymentPayout {
  id: string;
  /** YYYY-MM-DD. */
  day: string;
  fee: number;
  currency: Currency;
}
