import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { referenceKey } from '../../../domain/payments.js';
import { type MailedPayment, shownPrice } from './mailed-payment.js';

type EvidencedPayment = Pick<
  MailedPayment,
  '_id' | 'referenceNumber' | 'amount' | 'currency' | 'quoted' | 'createdAt'
>;

interface StatementDays {
  state: string;
  from: string | null;
  to: string | null;
}

interface OpenTransaction {
  state: string;
  candidates: { paymentId: MailedPayment['_id'] }[];
}

interface Notice {
  sender: string;
  message: string;
  amount: number;
  currency: string;
  createdAt: Date;
}

const upperLettersAndDigits = (text: string): string =>
  text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}\s]/gu, '');

const sortedWords = (text: string): string =>
  upperLettersAndDigits(text).split(/\s+/).filter(Boolean).sort().join(' ');

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

  /** True where a bank transaction that is not matched yet, or an Interac notice, may be this payment's. */
  async hasEvidence(payment: EvidencedPayment, payerName: string): Promise<boolean> {
    const transactions = this.connection.collection<OpenTransaction>('banktransactions');
    const candidate = await transactions.findOne(
      {
        state: { $in: ['ready', 'review'] },
        $or: [{ 'candidates.paymentId': payment._id }, { claims: payment._id }],
      } as object,
      { projection: { _id: 1 } },
    );
    return !!candidate || this.hasNotice(payment, payerName);
  }

  /** True where a notice names the reference, or its amount is sent by somebody of the payer's name. */
  private async hasNotice(payment: EvidencedPayment, payerName: string): Promise<boolean> {
    const notices = this.connection
      .collection<Notice>('interacnotices')
      .find(
        { createdAt: { $gte: payment.createdAt } },
        { projection: { sender: 1, message: 1, amount: 1, currency: 1 } },
      );
    const key = upperLettersAndDigits(referenceKey(payment.referenceNumber));
    const { amount, currency } = shownPrice(payment);
    for await (const { sender = '', message = '', ...notice } of notices) {
      if (upperLettersAndDigits(message).replace(/\s/g, '').includes(key)) return true;
      const isAmount = notice.amount === amount && notice.currency === currency;
      if (isAmount && payerName && sortedWords(sender) === sortedWords(payerName)) return true;
    }
    return false;
  }
}
