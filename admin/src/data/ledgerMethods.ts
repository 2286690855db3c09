import type { Identifier } from 'react-admin';
import type { MoneyInput, PaymentLedger } from '#domain/ledgerCalls';
import type { Receipt } from '#domain/matches';
import { messages } from '#domain/messages';
import type { Payment } from '#domain/payments';
import { request } from '../session/request.js';
import { withDefaultMessage } from './apiErrors.js';
import type { WithId } from './withId.js';

const ledgerPath = (paymentId: Identifier) => `/payments/${encodeURIComponent(paymentId)}/ledger`;

/**
 * Sets the figures that the response omits where there is nothing to say to undefined, so that merging it into the cached
 * record clears them.
 */
export const presentPayment = <Answer extends Payment<unknown>>(payment: Answer): WithId<Answer> => ({
  attention: undefined,
  sale: undefined,
  shortfall: undefined,
  ...payment,
  id: payment._id,
});

/** The entries of a payment, and what its bank transactions say of themselves. */
export interface PaymentMoney {
  ledger: PaymentLedger;
  receipts: Receipt[];
}

/** API calls for the money of one payment. */
export const ledgerMethods = {
  getMoney: async (paymentId: Identifier, signal?: AbortSignal): Promise<PaymentMoney> => {
    const calls = [ledgerPath(paymentId), `/payments/${encodeURIComponent(paymentId)}/receipts`];
    const [ledger, receipts] = await withDefaultMessage(
      messages.fetchMoney,
      Promise.all(calls.map((path) => request(path, { signal }))),
    );
    return {
      ledger: ledger!.json as PaymentLedger,
      receipts: (receipts!.json as { receipts: Receipt[] }).receipts,
    };
  },

  /** Records money by cash, cheque or otherwise; with the same key once. */
  recordMoney: async (
    paymentId: Identifier,
    input: MoneyInput,
    idempotencyKey: string,
  ): Promise<WithId<Payment>> => {
    const call = request(ledgerPath(paymentId), {
      method: 'POST',
      body: JSON.stringify(input),
      headers: { 'Idempotency-Key': idempotencyKey },
    });
    return presentPayment((await withDefaultMessage(messages.recordMoney, call)).json as Payment);
  },

  /** Voids what an admin recorded together with an entry. */
  voidEntry: async (
    paymentId: Identifier,
    { entry, version }: { entry: string; version: number },
  ): Promise<WithId<Payment>> => {
    const call = request(`${ledgerPath(paymentId)}/${encodeURIComponent(entry)}/void`, {
      method: 'POST',
      body: JSON.stringify({ version }),
    });
    return presentPayment((await withDefaultMessage(messages.voidMoney, call)).json as Payment);
  },
};
