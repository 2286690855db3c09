import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo } from 'mongoose';
import { type Cents, type Currency, toCents } from '#domain/platform/money';
import { referenceKey } from '#domain/payments/payments';
import { partSums } from '#domain/payments/plan';
import { weakReasons } from '#domain/bank/candidates';
import { InjectCollection } from '../platform/database/collections.js';
import { type ShownPayment, shownPrice } from '../payments/shown-payment.js';
import { BankAccount } from './accounts/bank-account.schema.js';
import { InteracNotice } from './notices/interac-notice.schema.js';
import { append } from './matching/keyed-lookup.js';
import { Statement } from './statements/statement.schema.js';
import { BankTransaction } from './transactions/bank-transaction.schema.js';

type EvidencedPayment = Omit<ShownPayment, 'customerId'> & {
  /** In decimals of its currency. */
  due: number;
};

/** A pending payment, and its payer's name. */
export interface AwaitedPayment {
  payment: EvidencedPayment;
  payerName: string;
}

/**
 * Evidence that a payment's money has arrived. Convincing: a bank transaction with its reference, or with the payer's
 * name and the amount due, or an Interac notice. Weak: a transaction whose only connection is that its payer has paid
 * for this customer before, or another weak reason.
 */
export type ArrivalEvidence = 'convincing' | 'weak';

type NoticedTransfer = Pick<InteracNotice, 'sender' | 'message' | 'amount' | 'currency' | 'createdAt'>;

/** The currencies of a payment. */
type ExpectedMoney = Pick<ShownPayment, 'currency' | 'quoted'>;

/** Shortest reference that is searched in a message, in characters; the same as in matching. */
const shortestReference = 6;

const upperLettersAndDigits = (text: string): string =>
  text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}\s]/gu, '');

const sortedWords = (text: string): string =>
  upperLettersAndDigits(text).split(/\s+/).filter(Boolean).sort().join(' ');

/** True where an amount is what is due, the total shown to the visitor, or the open amount of its next parts. */
function isAmountOf(cents: Cents, currency: Currency, payment: EvidencedPayment | undefined): boolean {
  if (!payment) return false;
  const shown = shownPrice(payment);
  const sums = partSums(payment);
  const own = payment.currency === currency ? [toCents(payment.due), ...sums.map((sum) => sum.cents)] : [];
  const seen =
    shown.currency === currency ? [toCents(shown.amount), ...sums.map(({ quoted }) => quoted)] : [];
  return [...own, ...seen].includes(cents);
}

/** Tells other features the days of imported statements, and the evidence of unmatched transactions and notices. */
@Injectable()
export class ReconciliationView {
  constructor(
    @InjectModel(BankAccount.name) private readonly accounts: Model<BankAccount>,
    @InjectCollection(Statement) private readonly statements: mongo.Collection<Statement>,
    @InjectCollection(BankTransaction) private readonly transactions: mongo.Collection<BankTransaction>,
    @InjectModel(InteracNotice.name) private readonly notices: Model<InteracNotice>,
  ) {}

  /**
   * Returns the last day, YYYY-MM-DD, of the newest imported statement of the accounts that the payment's money may
   * arrive in; undefined where there is none.
   */
  async bankSeenUntil(payment: ExpectedMoney): Promise<string | undefined> {
    const bankAccountId = await this.accountsFor(payment);
    const [newest] = await this.statements
      .find({ bankAccountId, state: 'imported', to: { $ne: null } }, { projection: { to: 1 } })
      .sort({ to: -1 })
      .limit(1)
      .toArray();
    return newest?.to ?? undefined;
  }

  /** Returns whether a statement covers the day, YYYY-MM-DD, of an account that the payment's money may arrive in. */
  async isCovered(day: string, payment: ExpectedMoney): Promise<boolean> {
    const bankAccountId = await this.accountsFor(payment);
    const conditions = {
      bankAccountId,
      state: 'imported' as const,
      from: { $lte: day },
      to: { $gte: day },
    };
    return !!(await this.statements.findOne(conditions, { projection: { _id: 1 } }));
  }

  /** Returns the condition of the accounts in the currency that the visitor was shown, or in the recorded one. */
  private async accountsFor({ currency, quoted }: ExpectedMoney) {
    const accounts = await this.accounts.collection
      .find<Pick<BankAccount, '_id'>>(
        { currency: { $in: [currency, ...(quoted ? [quoted.currency] : [])] } },
        { projection: { _id: 1 } },
      )
      .toArray();
    return { $in: accounts.map(({ _id }) => _id) };
  }

  /** Returns the evidence that the payments' money has arrived, by payment id; none is missing from the map. */
  async findEvidence(awaited: readonly AwaitedPayment[]): Promise<Map<string, ArrivalEvidence>> {
    const evidence = new Map<string, ArrivalEvidence>();
    if (!awaited.length) return evidence;
    const byId = new Map(awaited.map(({ payment }) => [String(payment._id), payment]));
    const note = (id: string, found: ArrivalEvidence) => {
      if (byId.has(id) && evidence.get(id) !== 'convincing') evidence.set(id, found);
    };
    const ids = awaited.map(({ payment }) => payment._id);
    const open = this.transactions.find(
      {
        state: { $in: ['ready', 'review'] },
        $or: [{ 'candidates.paymentId': { $in: ids } }, { claims: { $in: ids } }],
      },
      { projection: { restCents: 1, currency: 1, candidates: 1, claims: 1 } },
    );
    for await (const transaction of open) {
      for (const claim of transaction.claims ?? []) note(String(claim), 'convincing');
      for (const { paymentId, why } of transaction.candidates) {
        const payment = byId.get(String(paymentId));
        const { restCents, currency } = transaction;
        const isWeak =
          why.every((reason) => weakReasons.has(reason)) && !isAmountOf(restCents, currency, payment);
        note(String(paymentId), isWeak ? 'weak' : 'convincing');
      }
    }
    for (const id of await this.findNoticed(awaited)) note(id, 'convincing');
    return evidence;
  }

  /** Returns the ids of the unmatched payments that a notice names by their reference, or by amount and payer. */
  private async findNoticed(awaited: readonly AwaitedPayment[]): Promise<Set<string>> {
    const since = new Date(Math.min(...awaited.map(({ payment }) => payment.createdAt.getTime())));
    const sought = awaited.map(({ payment, payerName }) => ({
      payment,
      name: sortedWords(payerName),
      keys: [payment.referenceNumber, ...(payment.formerReferences ?? [])]
        .map((reference) => upperLettersAndDigits(referenceKey(reference)))
        .filter((key) => key.length >= shortestReference && /\d/.test(key)),
    }));
    // There may be very many notices: one test tells those that name none of the payments.
    const anyKey = new RegExp(sought.flatMap(({ keys }) => keys).join('|') || '$^', 'u');
    const byName = new Map<string, typeof sought>();
    for (const one of sought) byName.set(one.name, [...(byName.get(one.name) ?? []), one]);
    const named: { payment: EvidencedPayment; cents: Cents }[] = [];
    const notices = this.notices.collection.find<NoticedTransfer>(
      { createdAt: { $gte: since } },
      { projection: { _id: 0, sender: 1, message: 1, amount: 1, currency: 1, createdAt: 1 } },
    );
    for await (const { sender, message, amount, currency, createdAt } of notices) {
      const letters = upperLettersAndDigits(message ?? '').replace(/\s/g, '');
      const words = sortedWords(sender ?? '');
      const found = [
        ...(anyKey.test(letters)
          ? sought.filter(({ keys }) => keys.some((key) => letters.includes(key)))
          : []),
        ...((words && byName.get(words)) || []).filter(({ payment }) =>
          isAmountOf(toCents(amount), currency, payment),
        ),
      ];
      for (const { payment } of new Set(found))
        if (createdAt >= payment.createdAt) named.push({ payment, cents: toCents(amount) });
    }
    // Each transaction explains one notice: the parts of a plan may be equal.
    const matched = await this.findMatched(named.map(({ payment }) => payment));
    const unmatched = named.filter(({ payment, cents }) => {
      const amounts = matched.get(String(payment._id)) ?? [];
      const at = amounts.indexOf(cents);
      if (at >= 0) amounts.splice(at, 1);
      return at < 0;
    });
    return new Set(unmatched.map(({ payment }) => String(payment._id)));
  }

  /** Returns the amounts in cents of the bank transactions matched to each payment, by the payment's id. */
  private async findMatched(payments: readonly EvidencedPayment[]): Promise<Map<string, Cents[]>> {
    const amounts = new Map<string, Cents[]>();
    if (!payments.length) return amounts;
    const ids = payments.map(({ _id }) => _id);
    // A notice of money that the bank has reversed announces no other money.
    for (const field of ['allocations', 'reversed'] as const) {
      const matched = this.transactions.find(
        { [`${field}.paymentId`]: { $in: ids } },
        { projection: { cents: 1, [field]: 1 } },
      );
      for await (const { cents, [field]: parts = [] } of matched)
        for (const id of new Set(parts.map(({ paymentId }) => String(paymentId)))) append(amounts, id, cents);
    }
    return amounts;
  }
}
