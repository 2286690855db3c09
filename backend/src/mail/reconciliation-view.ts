import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { toCents } from '../../../domain/money.js';
import { dueAmount, referenceKey } from '../../../domain/payments.js';
import type { CandidateReason } from '../../../domain/reconciliation.js';
import { type MailedPayment, shownPrice } from './mailed-payment.js';

type EvidencedPayment = Pick<
  MailedPayment,
  | '_id'
  | 'referenceNumber'
  | 'amount'
  | 'currency'
  | 'quoted'
  | 'status'
  | 'received'
  | 'shortfall'
  | 'createdAt'
>;

/** A pending payment, and the name of who pays it. */
export interface AwaitedPayment {
  payment: EvidencedPayment;
  payerName: string;
}

/**
 * What speaks for a payment's money having arrived. Convincing: a bank transaction with its reference, or with the
 * payer's name and the amount due, or an Interac notice. Weak: a transaction of which nothing is known but that its payer
 * has paid for this customer before.
 */
export type ArrivalEvidence = 'convincing' | 'weak';

interface StatementDays {
  state: string;
  from: string | null;
  to: string | null;
}

interface ViewedTransaction {
  state: string;
  cents: number;
  restCents: number;
  currency: string;
  candidates: { paymentId: MailedPayment['_id']; why: CandidateReason[] }[];
  claims?: MailedPayment['_id'][];
  allocations: { paymentId: MailedPayment['_id'] }[];
}

interface Notice {
  sender: string;
  message: string;
  amount: number;
  currency: string;
  createdAt: Date;
}

/** The shortest reference that is looked for in a message, as matching does. */
const shortestReference = 6;

const upperLettersAndDigits = (text: string): string =>
  text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}\s]/gu, '');

const sortedWords = (text: string): string =>
  upperLettersAndDigits(text).split(/\s+/).filter(Boolean).sort().join(' ');

/** True where what is left of a transaction is what is due of the payment, or what the visitor was shown. */
function isAmountOf(
  { restCents, currency }: Pick<ViewedTransaction, 'restCents' | 'currency'>,
  payment: EvidencedPayment | undefined,
): boolean {
  if (!payment) return false;
  const due = { amount: dueAmount(payment), currency: payment.currency };
  return [due, shownPrice(payment)].some(
    (price) => price.currency === currency && toCents(price.amount) === restCents,
  );
}

/**
 * What reconciliation knows, as its collections tell it: which days the bank's statements cover, and what waits to be
 * matched. Read by the names of the collections, as reconciliation queues mails and this folder cannot depend on it.
 */
@Injectable()
export class ReconciliationView {
  constructor(@InjectConnection() private readonly connection: Connection) {}

  private get statements() {
    return this.connection.collection<StatementDays>('statements');
  }

  private get transactions() {
    return this.connection.collection<ViewedTransaction>('banktransactions');
  }

  /** The last day, YYYY-MM-DD, of the newest imported statement; undefined where there is none. */
  async bankSeenUntil(): Promise<string | undefined> {
    const [newest] = await this.statements
      .find({ state: 'imported', to: { $ne: null } }, { projection: { to: 1 } })
      .sort({ to: -1 })
      .limit(1)
      .toArray();
    return newest?.to ?? undefined;
  }

  /** True where an imported statement covers the day, YYYY-MM-DD. */
  async isCovered(day: string): Promise<boolean> {
    const conditions = { state: 'imported', from: { $lte: day }, to: { $gte: day } };
    return !!(await this.statements.findOne(conditions, { projection: { _id: 1 } }));
  }

  /** What speaks for the money of each payment being there already, by the payment's id; none where nothing does. */
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
        const isWeak = why.every((reason) => reason === 'payer') && !isAmountOf(transaction, payment);
        note(String(paymentId), isWeak ? 'weak' : 'convincing');
      }
    }
    for (const id of await this.findNoticed(awaited)) note(id, 'convincing');
    return evidence;
  }

  /** The payments that a notice names by their reference, or by amount and payer, and whose money is not matched yet. */
  private async findNoticed(awaited: readonly AwaitedPayment[]): Promise<Set<string>> {
    const since = new Date(Math.min(...awaited.map(({ payment }) => payment.createdAt.getTime())));
    const notices = await this.connection
      .collection<Notice>('interacnotices')
      .find(
        { createdAt: { $gte: since } },
        { projection: { sender: 1, message: 1, amount: 1, currency: 1, createdAt: 1 } },
      )
      .toArray();
    const noticed = new Set<string>();
    if (!notices.length) return noticed;
    const matched = await this.findMatched(awaited);
    const read = notices.map((notice) => ({
      ...notice,
      words: sortedWords(notice.sender ?? ''),
      letters: upperLettersAndDigits(notice.message ?? '').replace(/\s/g, ''),
    }));
    for (const { payment, payerName } of awaited) {
      const id = String(payment._id);
      const key = upperLettersAndDigits(referenceKey(payment.referenceNumber));
      const isLookedFor = key.length >= shortestReference && /\d/.test(key);
      const name = sortedWords(payerName);
      const price = shownPrice(payment);
      const isFound = read.some(({ letters, words, amount, currency, createdAt }) => {
        if (createdAt < payment.createdAt || matched.get(id)?.has(toCents(amount))) return false;
        if (isLookedFor && letters.includes(key)) return true;
        return name !== '' && words === name && amount === price.amount && currency === price.currency;
      });
      if (isFound) noticed.add(id);
    }
    return noticed;
  }

  /** The amounts in cents of the bank transactions that are matched to each payment, by the payment's id. */
  private async findMatched(awaited: readonly AwaitedPayment[]): Promise<Map<string, Set<number>>> {
    const ids = awaited.filter(({ payment }) => payment.received).map(({ payment }) => payment._id);
    const amounts = new Map<string, Set<number>>();
    if (!ids.length) return amounts;
    const matched = this.transactions.find(
      { 'allocations.paymentId': { $in: ids } },
      { projection: { cents: 1, allocations: 1 } },
    );
    for await (const { cents, allocations } of matched)
      for (const { paymentId } of allocations) {
        const id = String(paymentId);
        amounts.set(id, (amounts.get(id) ?? new Set()).add(cents));
      }
    return amounts;
  }
}
