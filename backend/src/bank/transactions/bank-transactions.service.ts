import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import type { Collection } from 'mongodb';
import type { Types } from 'mongoose';
import { toAmount } from '#domain/platform/money';
import { reconciliationMessages, transactionStates } from '#domain/bank/reconciliation';
import { InjectCollection } from '../../platform/database/collections.js';
import { AuditService } from '../../audit/audit.service.js';
import type { BusinessConfig } from '../../platform/config/business-settings.js';
import type { CardConfig } from '../../payments/options/card-settings.js';
import type { ShortfallConfig } from './shortfall-settings.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { CustomerLookups } from '../../customers/customer-lookups.js';
import { queryTimeoutOptions } from '../../platform/database/query-timeout.js';
import { countStates, readByState } from '../../platform/database/read-page.js';
import { withoutUnselected } from '../../platform/database/unselected-fields.js';
import { cursorBatches } from '../../platform/database/batches/cursor-batches.js';
import { exportCursor } from '../../platform/exports/export-file.js';
import type { Export } from '../../platform/exports/export.js';
import { exportedFields, exportFormat } from '../../platform/exports/export-query.js';
import type { Caller } from '../../platform/http/caller.decorator.js';
import { parseFilter, parseListQuery } from '../../platform/http/list-query.js';
import { PaymentLookups } from '../../payments/payment-lookups.js';
import type { Payment } from '../../payments/payment.schema.js';
import { BankAccountsService } from '../accounts/bank-accounts.service.js';
import { BankTransaction, BankTransactionSchema, type StoredAllocation } from './bank-transaction.schema.js';
import { type ExportedTransaction, linesOf, transactionColumns } from './bank-transaction-export.js';
import { transactionListSpec } from './bank-transaction-list.js';
import { MatchingService } from '../matching/matching.service.js';
import { OutgoingProposals } from '../matching/outgoing-proposals.service.js';
import { PayoutMatches } from './payout-matches.service.js';
import { isCardPayout } from '../matching/card-payout.js';
import { isNamed, reviewReason } from '../matching/review-reason.js';
import {
  candidateFields,
  presentAllocation,
  presentCandidate,
  presentOffset,
  referenceOf,
} from './transaction-view.js';

type Id = Types.ObjectId;
type Query = Record<string, unknown>;

/** The projection of the fields that responses contain. */
const shownFields = withoutUnselected(BankTransactionSchema);

/** Reads bank transactions for lists, pages and exports. */
@Injectable()
export class BankTransactionsService {
  constructor(
    @InjectCollection(BankTransaction) private readonly transactions: Collection<BankTransaction>,
    private readonly accounts: BankAccountsService,
    private readonly payments: PaymentLookups,
    private readonly customers: CustomerLookups,
    private readonly matching: MatchingService,
    private readonly proposals: OutgoingProposals,
    private readonly payouts: PayoutMatches,
    private readonly audit: AuditService,
    @Inject(CONFIG) private readonly config: BusinessConfig & CardConfig & ShortfallConfig,
  ) {}

  /** Returns a page of transactions, and the number in each state under the same other filters, up to countLimit. */
  async list(query: Query) {
    const list = parseListQuery(query, transactionListSpec);
    const { found, ...page } = await readByState(this.transactions, list, transactionStates, shownFields);
    return { transactions: await this.present(found), ...page };
  }

  /** Returns the numbers of transactions that wait for an admin. */
  countWaiting(): Promise<{ ready: number; review: number }> {
    return countStates(this.transactions, ['ready', 'review']);
  }

  /** Returns a transaction; an open one is matched again first. Throws 404. */
  async find(id: Id) {
    const stored = await this.load(id);
    if (stored.state !== 'matched') await this.matching.match([stored]);
    return this.show(id);
  }

  /** Returns a stored transaction, with the likely meanings of outgoing money, returns and payouts. Throws 404. */
  async show(id: Id) {
    const stored = await this.load(id);
    const [transaction] = await this.present([stored]);
    const isOpen = stored.restCents !== 0 && stored.state !== 'matched';
    const isOutgoing = stored.cents < 0;
    const proposals = isOpen
      ? [
          ...(await this.payouts.proposals(stored)),
          ...(await (isOutgoing ? this.proposals.of(stored) : this.proposals.ofIncoming(stored))),
        ]
      : [];
    return {
      ...transaction,
      ...(isOpen && (isOutgoing || proposals.length) && { proposals }),
      shortfallLimit: this.config.shortfallLimit,
    };
  }

  private async load(id: Id): Promise<BankTransaction> {
    const transaction = await this.transactions.findOne({ _id: id });
    if (!transaction) throw new NotFoundException(reconciliationMessages.transactionNotFound);
    return transaction;
  }

  /** Converts transactions to the shape of the API, each candidate with its payment's current data. */
  private async present(transactions: BankTransaction[]) {
    const claims = transactions.filter(isNamed).flatMap(({ claims: claimed = [] }) => claimed);
    const contested = await this.contestedOf(claims);
    const payments = await this.paymentsOf(
      transactions.flatMap(({ candidates, allocations, reversed = [] }) => [
        ...candidates,
        ...allocations,
        ...reversed,
      ]),
      candidateFields,
    );
    const customers = await this.customersOf(payments);
    const candidate = (
      { paymentId, why }: BankTransaction['candidates'][number],
      transaction: BankTransaction,
    ) => {
      const payment = payments.get(String(paymentId));
      if (!payment) return [];
      const customer = customers.get(String(payment.customerId));
      return [presentCandidate(payment, customer, why, transaction)];
    };
    return transactions.map((transaction) => {
      const { _id, bankAccountId, statementIds, day, cents, currency, payer, text, bankId } = transaction;
      const { state, restCents, candidates, allocations, offsets, reversed } = transaction;
      const { reason, version, createdAt, chargesCents } = transaction;
      const review = reviewReason(transaction, payments, (id) => contested.has(id));
      const present = (allocation: StoredAllocation) => presentAllocation(allocation, currency, payments);
      return {
        _id,
        bankAccountId,
        statementId: statementIds[0],
        day,
        amount: toAmount(cents),
        currency,
        ...(payer && { payer }),
        text,
        ...(bankId && { bankId }),
        ...(chargesCents && { charges: toAmount(chargesCents) }),
        state,
        rest: toAmount(restCents),
        ...(this.config.cards.secrets.length && isCardPayout(transaction) && { kind: 'cardPayout' as const }),
        candidates: candidates.flatMap((one) => candidate(one, transaction)),
        allocations: allocations.map(present),
        ...(offsets?.length && { offsets: offsets.map(presentOffset) }),
        ...(reversed?.length && { reversed: reversed.map(present) }),
        ...(review && { reviewReason: review }),
        // A rest of 0 is not ignored; the reason counts again once there is one.
        ...(reason && restCents !== 0 && { reason }),
        version,
        createdAt,
      };
    });
  }

  /** Returns the ids of those payments whose reference is in several open transactions. */
  private async contestedOf(payments: Id[]): Promise<Set<string>> {
    if (!payments.length) return new Set();
    const claimants = await this.transactions
      .find({ claims: { $in: payments } }, { projection: { claims: 1, state: 1 }, ...queryTimeoutOptions() })
      .toArray();
    const open = claimants.filter(({ state }) => state === 'ready' || state === 'review');
    const claimed = open.flatMap(({ claims = [] }) => claims.map(String));
    return new Set(claimed.filter((id, at) => claimed.indexOf(id) !== at));
  }

  private async paymentsOf<Field extends keyof Payment>(
    refs: readonly { paymentId: Id }[],
    fields: readonly Field[],
  ): Promise<ReadonlyMap<string, Pick<Payment, '_id' | Field>>> {
    const found = await this.payments.byIds(
      refs.map(({ paymentId }) => paymentId),
      fields,
    );
    return new Map(found.map((payment) => [String(payment._id), payment]));
  }

  private customersOf(payments: ReadonlyMap<string, Pick<Payment, 'customerId'>>) {
    return this.customers.summaries([...payments.values()].map(({ customerId }) => customerId));
  }

  /** Returns a file, a line for each allocation, latest day first; `query` has its format and the list's filters. */
  async export(query: Query, caller: Caller): Promise<Export<ExportedTransaction>> {
    const format = exportFormat(query);
    const conditions = parseFilter(query.filter, transactionListSpec) as object;
    const total = await this.transactions.countDocuments(conditions, queryTimeoutOptions());
    const changes = exportedFields(query);
    await this.audit.add(caller, 'export', 'bank-transactions', undefined, { changes });
    return {
      name: 'bank-transactions' as const,
      format,
      columns: transactionColumns,
      total,
      rows: this.exported(conditions),
      calendar: this.config.calendar,
    };
  }

  private async *exported(conditions: object): AsyncGenerator<ExportedTransaction[]> {
    const cursor = this.transactions
      .find(conditions, { ...exportCursor, projection: { ...shownFields, candidates: 0, claims: 0 } })
      .sort({ day: -1, createdAt: -1, _id: -1 });
    for await (const batch of cursorBatches(cursor as never) as AsyncIterable<BankTransaction[]>) {
      const accounts = await this.accounts.namesOf(batch);
      const payments = await this.paymentsOf(
        batch.flatMap(({ allocations }) => allocations),
        ['referenceNumber', 'customerId'],
      );
      const customers = await this.customersOf(payments);
      yield batch.flatMap((transaction) =>
        linesOf(
          {
            ...transaction,
            account: accounts.get(String(transaction.bankAccountId)) ?? '',
            allocations: transaction.allocations.map((allocation) => ({
              ...allocation,
              referenceNumber: referenceOf(payments, allocation),
            })),
          },
          ({ paymentId }) =>
            customers.get(String(payments.get(String(paymentId))?.customerId))?.fullName ?? '',
        ),
      );
    }
  }
}
