import { Injectable, NotFoundException } from '@nestjs/common';
import type { Collection } from 'mongodb';
import type { Types } from 'mongoose';
import { messages } from '#domain/platform/messages';
import type { WaitingMoney, WaitingTransaction } from '#domain/bank/matches';
import { toAmount } from '#domain/platform/money';
import type { TransactionState } from '#domain/bank/reconciliation';
import { InjectCollection } from '../../platform/database/collections.js';
import { CustomerLookups } from '../../customers/customer-lookups.js';
import { queryTimeoutOptions } from '../../platform/database/query-timeout.js';
import { PaymentLookups } from '../../payments/payment-lookups.js';
import { isNameIn } from '../matching/names.js';
import { BankTransaction } from './bank-transaction.schema.js';
import { lookUp } from '../matching/keyed-lookup.js';

/** Maximum number of transactions of one answer, and of those that a common name may lead to. */
const maximumShown = 100;
const maximumNamed = 1000;

const fields = {
  day: 1,
  cents: 1,
  restCents: 1,
  currency: 1,
  payer: 1,
  text: 1,
  state: 1,
  createdAt: 1,
} as const;
type Waiting = Pick<BankTransaction, '_id' | keyof typeof fields>;

const isOpen = (state: TransactionState): state is WaitingTransaction['state'] =>
  state === 'ready' || state === 'review';

/** Finds the money of a customer that no admin has matched yet. */
@Injectable()
export class WaitingMoneyService {
  constructor(
    @InjectCollection(BankTransaction) private readonly transactions: Collection<BankTransaction>,
    private readonly payments: PaymentLookups,
    private readonly customers: CustomerLookups,
  ) {}

  /** Returns waiting transactions with the customer's payment or whole name, newest first, up to 100. Throws 404. */
  async of(customerId: Types.ObjectId): Promise<WaitingMoney> {
    const customer = await this.customers.payerName(customerId);
    if (!customer) throw new NotFoundException(messages.customerNotFound);
    const { fullName, payerNameKey } = customer;
    const payments = await this.payments.ofCustomers([customerId], []);
    const [proposing, named] = await Promise.all([
      lookUp(
        payments.map(({ _id }) => _id),
        (ids) => this.find({ 'candidates.paymentId': { $in: ids } }),
      ),
      payerNameKey ? this.find({ keys: `n:${payerNameKey}` }) : [],
    ]);
    const own = named.filter(({ payer = '', text }) => isNameIn(fullName, `${payer} ${text}`));
    const found = [...new Map([...proposing, ...own].map((one) => [String(one._id), one])).values()];
    const transactions = found.flatMap(({ _id, day, state, cents, restCents, currency, payer }) =>
      isOpen(state) && cents > 0
        ? [
            {
              _id: String(_id),
              day,
              state,
              amount: toAmount(restCents),
              currency,
              ...(payer && { payer }),
            },
          ]
        : [],
    );
    transactions.sort((one, other) => (one.day < other.day ? 1 : one.day > other.day ? -1 : 0));
    return { transactions: transactions.slice(0, maximumShown) };
  }

  /** The condition is an index's alone: open transactions with candidates or keys are few. */
  private find(condition: object): Promise<Waiting[]> {
    return this.transactions
      .find<Waiting>(condition, { projection: fields, ...queryTimeoutOptions() })
      .sort({ createdAt: -1, _id: -1 })
      .limit(maximumNamed)
      .toArray();
  }
}
