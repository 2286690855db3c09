import { BadRequestException } from '@nestjs/common';
import { Types } from 'mongoose';
import { balanceOf } from '#domain/balance';
import { messages } from '#domain/messages';
import { asCents, type Cents, formatCents, toCents } from '#domain/money';
import type { AllocationInput } from '#domain/matches';
import type { Caller } from '../../http/caller.decorator.js';
import { invalidFields } from '../../http/validation.pipe.js';
import type { BalanceChange } from '../../payments/payment-record.js';
import type { Payment } from '../../payments/payment.schema.js';
import type { BankTransaction, StoredAllocation } from './bank-transaction.schema.js';
import {
  type AllocatedAmount,
  partNote,
  partRefundedNote,
  receivedNote,
  refundedNote,
  shortfallNote,
} from './history-notes.js';

/** Makes a 400 under `allocations`. */
export const refuseAllocation = (message: string) => invalidFields({ allocations: message });

/** Makes a 400 for what an allocation settles, under its own name, too. */
const refuseSettles = (message: string) => invalidFields({ allocations: message, settles: message });

/** Throws the refusal of an allocation under the fields of a body with a kind, which has no list of allocations. */
export function refuseRefund(error: unknown): never {
  const { errors: { allocations, settles } = {} } = (
    error instanceof BadRequestException ? error.getResponse() : {}
  ) as { errors?: Record<string, string> };
  if (settles) throw invalidFields({ settles });
  if (allocations === messages.paymentNotFound) throw invalidFields({ paymentId: allocations });
  if (allocations) throw invalidFields({ amount: allocations });
  throw error;
}

/** The amount of an allocation for the history. */
export const allocatedAmount = (
  { currency }: BankTransaction,
  { cents, settledCents, paymentCurrency }: StoredAllocation,
): AllocatedAmount => ({
  cents,
  currency,
  ...(paymentCurrency !== currency && { settles: { cents: settledCents, currency: paymentCurrency } }),
});

/** Builds an allocation, checked against the payment's currency. Throws a 400. */
export function newAllocation(
  { currency }: BankTransaction,
  { amount, settles }: AllocationInput,
  payment: Payment,
  { by }: Caller,
): StoredAllocation {
  const isOther = payment.currency !== currency;
  if (isOther && settles === undefined)
    throw refuseSettles(`Say what it settles of ${payment.referenceNumber}, in ${payment.currency}`);
  if (!isOther && settles !== undefined)
    throw refuseSettles(`${payment.referenceNumber} is in ${currency} too: it settles what it is`);
  return {
    _id: new Types.ObjectId(),
    paymentId: payment._id,
    referenceNumber: payment.referenceNumber,
    customerId: payment.customerId,
    cents: toCents(amount),
    settledCents: toCents(settles ?? amount),
    paymentCurrency: payment.currency,
    by,
    at: new Date(),
  };
}

/**
 * Returns the payment's change by an incoming allocation. Sets the accepted shortfall on the allocation. Throws a
 * 400.
 */
export function receiveChange(
  transaction: BankTransaction,
  allocation: StoredAllocation,
  payment: Payment,
  { account, shortfallLimit }: { account: string; shortfallLimit: Cents | undefined },
): BalanceChange {
  const { currency, status, referenceNumber } = payment;
  const { amount, open, standing } = balanceOf(payment);
  const { settledCents: settled } = allocation;
  if (status === 'refunded') throw refuseAllocation(`${referenceNumber} was refunded: it takes refunds only`);
  if (settled > open)
    throw refuseAllocation(
      open > 0
        ? `Only ${formatCents(open, currency)} of ${referenceNumber} are open`
        : `${referenceNumber} is settled already: possible double payment`,
    );
  const missing = asCents(open - settled);
  const shortfall = shortfallLimit === undefined ? asCents(0) : missing;
  if (shortfallLimit !== undefined && shortfall > shortfallLimit)
    throw invalidFields({
      acceptShortfall: `At most ${formatCents(shortfallLimit, currency)} may be missing: ${formatCents(shortfall, currency)} are`,
    });
  if (shortfall) allocation.shortfallCents = shortfall;
  const isWhole = missing === shortfall;
  const note = isWhole
    ? receivedNote(allocatedAmount(transaction, allocation), transaction, account)
    : partNote(asCents(standing + settled), amount, currency);
  return {
    act: 'match',
    received: settled,
    ...(shortfall && { shortfall }),
    note: shortfall ? `${note} · ${shortfallNote(shortfall, currency)}` : note,
  };
}

/** Returns the payment's change by an outgoing allocation. Throws a 400. */
export function refundChange(
  transaction: BankTransaction,
  allocation: StoredAllocation,
  payment: Payment,
  account: string,
): BalanceChange {
  const { currency, referenceNumber } = payment;
  const { received, refunded, refundable: left } = balanceOf(payment);
  const { settledCents: settled } = allocation;
  if (settled > left)
    throw refuseAllocation(
      left > 0
        ? `Only ${formatCents(left, currency)} of ${referenceNumber} can be refunded`
        : `${referenceNumber} has received nothing that could be refunded`,
    );
  return {
    act: 'refund',
    refunded: settled,
    note:
      settled === left
        ? refundedNote(allocatedAmount(transaction, allocation), transaction, account)
        : partRefundedNote(asCents(refunded + settled), received, currency),
  };
}
