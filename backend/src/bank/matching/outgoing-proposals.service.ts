import { Inject, Injectable } from '@nestjs/common';
import type { Collection } from 'mongodb';
import type { Types } from 'mongoose';
import { moneyOf, refundProposedOf } from '#domain/ledger/payment-money';
import { daysAfter } from '#domain/platform/dates';
import { absolute, asCents, type Cents, toAmount } from '#domain/platform/money';
import type { OutgoingReason } from '#domain/bank/outgoing';
import { reconciliationLimits } from '#domain/bank/reconciliation';
import { InjectCollection } from '../../platform/database/collections.js';
import type { BusinessConfig } from '../../platform/config/business-settings.js';
import type { CardConfig } from '../../payments/options/card-settings.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { CustomerLookups } from '../../customers/customer-lookups.js';
import { queryTimeoutOptions } from '../../platform/database/query-timeout.js';
import { PaymentLookups } from '../../payments/payment-lookups.js';
import { BankTransaction } from '../transactions/bank-transaction.schema.js';
import { isOfCardProvider } from './card-payout.js';
import { isNameIn } from './names.js';
import { isComingBack, type OutgoingFinding, rankOutgoing } from './outgoing.js';
import {
  candidateFields,
  type CandidatePayment,
  presentCandidate,
} from '../transactions/transaction-view.js';

type Id = Types.ObjectId;

/** Days within which a bank takes a credit back, and within which a surplus is returned. */
const reversalDays = 60;
const returnDays = 366;
/** Maximum number of transactions or payments of one amount: more identify nothing. */
const maximumFound = 50;

type Finding = OutgoingFinding & { cents: Cents } & (
    | { incoming: BankTransaction }
    | { payment: CandidatePayment }
  );

/** Finds the likely meanings of outgoing money: by the bank's words, references, payers and equal amounts. */
@Injectable()
export class OutgoingProposals {
  constructor(
    @InjectCollection(BankTransaction) private readonly transactions: Collection<BankTransaction>,
    private readonly payments: PaymentLookups,
    private readonly customers: CustomerLookups,
    @Inject(CONFIG) private readonly config: BusinessConfig & CardConfig,
  ) {}

  /** Returns the refunds that may have come back by an incoming transaction: of its payer or by the bank's words. */
  async ofIncoming(incoming: BankTransaction) {
    const { currency, day, restCents } = incoming;
    const found = await this.transactions
      .find(
        {
          currency,
          'allocations.cents': restCents,
          cents: { $lt: asCents(0) },
          day: { $gte: daysAfter(day, -reversalDays), $lte: day },
        },
        queryTimeoutOptions(),
      )
      .sort({ day: -1, createdAt: -1, _id: -1 })
      .limit(maximumFound)
      .toArray();
    const whole = `${incoming.payer ?? ''} ${incoming.text}`;
    const referenceOf = await this.references(found);
    return found
      .flatMap((outgoing) => {
        const why: OutgoingReason[] = [
          ...(isComingBack(whole) ? ['text' as const] : []),
          ...(isSamePayer(outgoing, incoming, whole) ? ['payer' as const] : []),
          'amount',
        ];
        return why.length > 1 ? [{ why, outgoing }] : [];
      })
      .sort((one, other) => other.why.length - one.why.length)
      .slice(0, reconciliationLimits.candidates)
      .map(({ why, outgoing }) => ({
        kind: 'refundReturned' as const,
        amount: toAmount(restCents),
        why,
        transaction: present(outgoing, referenceOf),
      }));
  }

  /** Returns the proposals for what is left of an outgoing transaction, best first. */
  async of(outgoing: BankTransaction) {
    // Fees of the card provider, and what it takes back of a payout, are no customer's money.
    if (this.config.cards.secrets.length && isOfCardProvider(outgoing)) return [];
    const left = absolute(outgoing.restCents);
    const [credits, surpluses, payments] = await Promise.all([
      this.findIncoming(outgoing, reversalDays, {
        bankAccountId: outgoing.bankAccountId,
        cents: left,
        'offsets.0': { $exists: false },
      }),
      this.findIncoming(outgoing, returnDays, { restCents: left, cents: { $gt: 0 } }),
      this.findPayments(outgoing, left),
    ]);
    const customers = await this.customers.summaries(payments.map(({ customerId }) => customerId));
    const reasonsOf = new Map(outgoing.candidates.map(({ paymentId, why }) => [String(paymentId), why]));
    const isNamed = (paymentId: Id) => !!reasonsOf.get(String(paymentId))?.includes('reference');
    const whole = `${outgoing.payer ?? ''} ${outgoing.text}`;
    const incoming =
      (kind: 'reversal' | 'return') =>
      (transaction: BankTransaction): Finding => ({
        kind,
        incoming: transaction,
        cents: left,
        day: transaction.day,
        isAmount: true,
        isPayer: isSamePayer(transaction, outgoing, whole),
        isReference: transaction.allocations.some(({ paymentId }) => isNamed(paymentId)),
      });
    const refund = (payment: CandidatePayment): Finding => {
      const figures = moneyOf(payment);
      const expected = refundProposedOf(figures) || figures.bounds.refund;
      const name = customers.get(String(payment.customerId))?.fullName ?? '';
      return {
        kind: 'refund',
        payment,
        cents: asCents(Math.min(left, expected)),
        day: this.config.calendar.dayOf(payment.createdAt),
        isAmount: expected === left,
        isPayer: isNameIn(name, whole),
        isReference: isNamed(payment._id),
      };
    };
    const findings = [
      ...credits.map(incoming('reversal')),
      ...surpluses.map(incoming('return')),
      ...payments.map(refund),
    ];
    const referenceOf = await this.references(credits, surpluses);
    return rankOutgoing(findings, { text: whole, day: outgoing.day })
      .slice(0, reconciliationLimits.candidates)
      .map(({ finding, why }) => {
        const amount = toAmount(finding.cents);
        if ('incoming' in finding)
          return { kind: finding.kind, amount, why, transaction: present(finding.incoming, referenceOf) };
        const { payment } = finding;
        const reasons = reasonsOf.get(String(payment._id)) ?? [];
        const customer = customers.get(String(payment.customerId));
        return {
          kind: finding.kind,
          amount,
          why,
          payment: presentCandidate(payment, customer, reasons, outgoing),
        };
      });
  }

  /** Returns the transactions of the same currency up to the outgoing one's day that meet the conditions. */
  private findIncoming({ day, currency }: BankTransaction, days: number, conditions: object) {
    return this.transactions
      .find(
        { ...conditions, currency, day: { $gte: daysAfter(day, -days), $lte: day } },
        queryTimeoutOptions(),
      )
      .sort({ day: -1, createdAt: -1, _id: -1 })
      .limit(maximumFound)
      .toArray();
  }

  /** Returns payments whose receipts a refund could give back: those named in the text, and those of the amount. */
  private async findPayments({ candidates, currency }: BankTransaction, left: Cents) {
    const ids = candidates.map(({ paymentId }) => paymentId);
    const [named, equal] = await Promise.all([
      this.payments.byIds(ids, candidateFields),
      this.payments.ofAmount({ amount: toAmount(left), currency }, candidateFields, maximumFound),
    ]);
    const found = new Map([...equal, ...named].map((payment) => [String(payment._id), payment]));
    return [...found.values()].filter(
      (payment) => payment.currency === currency && moneyOf(payment).bounds.refund > 0,
    );
  }

  /** Returns the present references of the payments that the transactions are allocated to. */
  private async references(...transactions: BankTransaction[][]): Promise<ReadonlyMap<string, string>> {
    const ids: Id[] = transactions
      .flat()
      .flatMap(({ allocations }) => allocations.map(({ paymentId }) => paymentId));
    const payments = await this.payments.byIds(ids, ['referenceNumber']);
    return new Map(payments.map(({ _id, referenceNumber }) => [String(_id), referenceNumber]));
  }
}

const isSamePayer = (incoming: BankTransaction, outgoing: BankTransaction, whole: string): boolean =>
  (!!incoming.payerKey && incoming.payerKey === outgoing.payerKey) ||
  (!!incoming.payer && isNameIn(incoming.payer, whole));

function present(
  { _id, day, cents, currency, payer, text, restCents, allocations }: BankTransaction,
  referenceOf: ReadonlyMap<string, string>,
) {
  const payments = allocations.map(({ paymentId, referenceNumber }) => ({
    paymentId,
    referenceNumber: referenceOf.get(String(paymentId)) ?? referenceNumber,
  }));
  return {
    _id,
    day,
    amount: toAmount(cents),
    currency,
    ...(payer && { payer }),
    text,
    rest: toAmount(restCents),
    payments,
  };
}
