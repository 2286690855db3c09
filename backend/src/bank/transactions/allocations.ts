import { BadRequestException } from '@nestjs/common';
import { Types } from 'mongoose';
import { type EntryDraft, shortfallEndedBy } from '#domain/ledger/ledger-drafts';
import { missingAfter, shortfallFault } from '#domain/ledger/shortfalls';
import { moneyOf } from '#domain/ledger/payment-money';
import { messages } from '#domain/platform/messages';
import { replacedRefund, withoutStep } from '#domain/ledger/refunds';
import { asCents, type Cents, formatCents, toAmount, toCents } from '#domain/platform/money';
import type { AllocationInput } from '#domain/bank/matches';
import type { Caller } from '../../platform/http/caller.decorator.js';
import { invalidFields } from '../../platform/http/validation.pipe.js';
import type { Payment } from '../../payments/payment.schema.js';
import { planWords } from '../../payments/plan-note.js';
import type { PaymentAct } from '../../payments/payment-act.js';
import type { BankTransaction, StoredAllocation } from './bank-transaction.schema.js';
import {
  type AllocatedAmount,
  insteadNote,
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
  const { errors: { allocations, settles, instead } = {} } = (
    error instanceof BadRequestException ? error.getResponse() : {}
  ) as { errors?: Record<string, string> };
  if (settles) throw invalidFields({ settles });
  if (instead) throw invalidFields({ instead });
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

/** The way, the account and the day of money that a bank transaction moves. */
export const bankMoney = ({ bankAccountId, day }: BankTransaction) => ({
  way: 'bank' as const,
  bankAccountId: bankAccountId.toHexString(),
  day,
});

/** The amount of a transaction as it moves, where the allocation that it is of settles another currency. */
export const asMoved = (
  { currency }: BankTransaction,
  { cents, paymentCurrency }: Pick<StoredAllocation, 'cents' | 'paymentCurrency'>,
) => (paymentCurrency === currency ? {} : { original: { amount: toAmount(cents), currency } });

/** The shared part of an allocation's entry: its own id is that of the step, by which it is undone. */
function entryOf(transaction: BankTransaction, allocation: StoredAllocation) {
  const { _id, settledCents, note } = allocation;
  const id = _id.toHexString();
  return {
    _id: id,
    step: id,
    ...bankMoney(transaction),
    amount: toAmount(settledCents),
    ...asMoved(transaction, allocation),
    evidence: { transactionId: transaction._id.toHexString(), allocationId: id },
    ...(note && { note }),
  };
}

/** The entries of an allocation, and the note of the history. */
type AllocationAct = Required<Pick<PaymentAct, 'entries'>> & { note: string };

/** Returns what an incoming allocation does to its payment, and sets its accepted shortfall. Throws a 400. */
export function receiveAct(
  transaction: BankTransaction,
  allocation: StoredAllocation,
  payment: Payment,
  { account, shortfallLimit }: { account: string; shortfallLimit: Cents | undefined },
): AllocationAct {
  const { currency, status, referenceNumber } = payment;
  const figures = moneyOf(payment);
  const { bounds } = figures;
  const { settledCents: settled } = allocation;
  if (settled > bounds.receipt && status === 'refunded' && bounds.receipt === 0)
    throw refuseAllocation(`${referenceNumber} was refunded: it takes refunds only`);
  if (settled > bounds.receipt && figures.fee)
    throw refuseAllocation(`${referenceNumber} was cancelled for a fee: open it first`);
  if (settled > bounds.receipt)
    throw refuseAllocation(
      bounds.receipt > 0
        ? `Only ${formatCents(bounds.receipt, currency)} of ${referenceNumber} are open`
        : `${referenceNumber} is settled already: possible double payment`,
    );
  const missing = missingAfter(figures, settled);
  const shortfall = shortfallLimit === undefined ? asCents(0) : missing;
  const fault =
    shortfallLimit === undefined
      ? undefined
      : shortfallFault(figures, missing, { limit: shortfallLimit, currency, referenceNumber });
  if (fault) throw invalidFields({ acceptShortfall: fault });
  if (shortfall) allocation.shortfallCents = shortfall;
  const words = planWords(payment, settled);
  const isNamed = missing === shortfall || !!words.part;
  const note = isNamed
    ? receivedNote(allocatedAmount(transaction, allocation), transaction, account, words)
    : partNote(asCents(figures.kept + settled), toCents(payment.amount), currency);
  const receipt = { kind: 'receipt' as const, ...entryOf(transaction, allocation) };
  const { _id: of, step, day } = receipt;
  return {
    entries: [
      receipt,
      ...(shortfall ? [{ kind: 'shortfall' as const, of, step, day, amount: toAmount(shortfall) }] : []),
    ],
    note: shortfall ? `${note} · ${shortfallNote(shortfall, currency)}` : note,
  };
}

/** Returns what an outgoing allocation does: it replaces the refund by hand that `instead` names. Throws a 400. */
export function refundAct(
  transaction: BankTransaction,
  allocation: StoredAllocation,
  payment: Payment,
  { account, instead }: { account: string; instead: AllocationInput['instead'] },
): AllocationAct & Pick<PaymentAct, 'voids'> {
  const { currency, referenceNumber } = payment;
  const { settledCents: settled } = allocation;
  const { replaced, fault } = replacedRefund(payment, settled, instead);
  if (fault) throw invalidFields({ allocations: fault, instead: fault });
  const figures = moneyOf(replaced ? withoutStep(payment, replaced.step) : payment);
  const { received, refunded } = figures;
  const { refund: left } = figures.bounds;
  if (settled > left)
    throw refuseAllocation(
      left > 0
        ? `Only ${formatCents(left, currency)} of ${referenceNumber} can be refunded`
        : `${referenceNumber} has received nothing that could be refunded`,
    );
  const note =
    settled === left
      ? refundedNote(allocatedAmount(transaction, allocation), transaction, account)
      : partRefundedNote(asCents(refunded + settled), received, currency);
  const entry = {
    kind: 'refund' as const,
    ...entryOf(transaction, allocation),
    ...shortfallEndedBy(figures, settled),
  };
  if (!replaced) return { entries: [entry], note };
  return {
    entries: [{ ...entry, of: replaced._id }],
    voids: [replaced.step],
    note: `${note} · ${insteadNote(replaced, currency)}`,
  };
}

/** Returns the entries of a refund by hand that the refund of this step has replaced, to be recorded again where they may. */
export function replacedDrafts(payment: Payment, step: string): EntryDraft[] {
  const { ledger = [] } = payment;
  const replacing = ledger.find((entry) => entry.step === step && entry.kind === 'refund' && entry.of);
  const replaced = ledger.find(({ _id }) => _id === replacing?.of);
  if (toCents(replaced?.amount ?? 0) > moneyOf(withoutStep(payment, step)).bounds.refund) return [];
  return ledger
    .filter((entry) => entry.step === replaced?.step)
    .map(({ kind, way, amount, shortfall, status, word, day, note }) => ({
      kind,
      day,
      ...(way && { way }),
      ...(amount !== undefined && { amount }),
      ...(shortfall !== undefined && { shortfall }),
      ...(status && { status }),
      ...(word && { word }),
      ...(note && { note }),
    }));
}
