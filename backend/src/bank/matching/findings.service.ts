import { setImmediate as turn } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { toCents } from '#domain/platform/money';
import { nameWords, payerNameKey } from '#domain/customers/person-fields';
import { isGenerated, type PaymentStatus } from '#domain/payments/payments';
import type { BusinessConfig } from '../../platform/config/business-settings.js';
import type { CardConfig } from '../../payments/options/card-settings.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { CustomerLookups } from '../../customers/customer-lookups.js';
import { queryTimeoutOptions } from '../../platform/database/query-timeout.js';
import { PaymentLookups } from '../../payments/payment-lookups.js';
import { BankTransaction } from '../transactions/bank-transaction.schema.js';
import { InteracNotice } from '../notices/interac-notice.schema.js';
import { append, lookUp } from './keyed-lookup.js';
import { matchedPayment, paymentFields, type ReadPayment } from './matched-payment.js';
import { type Findings, isDue, type MatchedPayment } from './decide.js';
import { isOfCardProvider } from './card-payout.js';
import { type Evidence, readEvidence } from './evidence.js';
import { isNameIn } from './names.js';
import { findReferences, type NearReference, referenceLength, typedReferences } from './references.js';

type Id = Types.ObjectId;

/** Maximum numbers of customers of one name key and of former payments of a payer: larger results identify nothing. */
const maximumCustomers = 5000;
const maximumFormer = 5000;
/**
 * Maximum number of keys of mistyped references that one round looks up. A round of real bank texts needs a tenth of
 * them; matches beyond the limit are found when an admin opens the transaction.
 */
const maximumNearKeys = 50_000;
/** Concurrent queries of one round. */
const concurrentLookUps = 20;
/** Texts that are read at once. */
const readAtOnce = 20;

/** Statuses of payments that a transaction may be for when it names only the person. */
const waitingStatuses: ReadonlySet<PaymentStatus> = new Set(['pending', 'failed', 'cancelled']);

/** Returns the keys of the first references, up to the limit; further keys are not computed. */
function firstKeys(near: readonly NearReference[]): string[] {
  const keys: string[] = [];
  for (const one of near) {
    if (keys.length > maximumNearKeys) break;
    keys.push(...one.keys);
  }
  return keys;
}

/** The search terms of one transaction. */
interface EvidenceReading {
  transaction: BankTransaction;
  evidence: Evidence;
  /** Payer and text together. */
  whole: string;
}

/** Returns the payments of the complete references in a text, each once. */
function paymentsByReference(
  { transaction, evidence }: EvidenceReading,
  byKey: ReadonlyMap<string, MatchedPayment>,
): MatchedPayment[] {
  // A reference typed by an admin may be a common word: it counts only while its payment waits for money, or may give some back.
  const isExpected = ({ status, refundable, byHand }: MatchedPayment) =>
    transaction.cents > 0 ? status === 'pending' : refundable > 0 || byHand.length > 0;
  const found = [...evidence.found.map(({ key }) => key), ...evidence.typed].flatMap((key) => {
    const payment = byKey.get(key);
    return payment && (isGenerated(key) || isExpected(payment)) ? [payment] : [];
  });
  return [...new Map(found.map((payment) => [payment.id, payment])).values()];
}

/** Gathers the evidence of the payments that transactions may be for, for many transactions at once and by indexes. */
@Injectable()
export class FindingsService {
  constructor(
    @InjectModel(BankTransaction.name) private readonly transactions: Model<BankTransaction>,
    private readonly payments: PaymentLookups,
    private readonly customers: CustomerLookups,
    @InjectModel(InteracNotice.name) private readonly notices: Model<InteracNotice>,
    @Inject(CONFIG) private readonly config: BusinessConfig & CardConfig,
  ) {}

  private readonly matched = (payment: ReadPayment): MatchedPayment =>
    matchedPayment(payment, this.config.calendar);

  readonly idOf = (id: string): Id => new Types.ObjectId(id);

  /** Returns the findings of each transaction, in their order. */
  async of(transactions: BankTransaction[]): Promise<Findings[]> {
    const readings: EvidenceReading[] = [];
    for (const transaction of transactions) {
      const { payer = '', text } = transaction;
      readings.push({ transaction, evidence: readEvidence(transaction), whole: `${payer} ${text}` });
      // A text may take milliseconds: other calls are answered in between.
      if (readings.length % readAtOnce === 0) await turn();
    }
    const incoming = readings.filter(({ transaction }) => transaction.cents > 0);
    const notices = await this.noticesOf(incoming);
    const noticeKeys = [...notices.values()].flat().flatMap(({ keys }) => keys);
    const byKey = await this.byReference([
      ...readings.flatMap(({ evidence }) => [...evidence.found.map(({ key }) => key), ...evidence.typed]),
      ...noticeKeys,
    ]);
    // The card provider pays and takes for many: the names and amounts of its rows identify nothing.
    const isOfProvider = ({ transaction }: EvidenceReading) =>
      !!this.config.cards.secrets.length && isOfCardProvider(transaction);
    const byName = readings.filter((reading) => !isOfProvider(reading));
    const referenced = new Map(
      readings
        .filter((reading) => reading.transaction.cents > 0 || !isOfProvider(reading))
        .map((reading) => [reading, paymentsByReference(reading, byKey)]),
    );
    const [nearby, cutOff, named, paidBefore, ofReferenced] = await Promise.all([
      this.nearby(incoming, byKey),
      this.cutOff(incoming, byKey),
      this.named(byName, notices),
      this.paidBefore(byName),
      this.ofReferenced(incoming, referenced),
    ]);
    return readings.map((reading): Findings => {
      const { transaction, evidence } = reading;
      const { currency, day, restCents } = transaction;
      return {
        cents: restCents,
        currency,
        day,
        evidence,
        byReference: referenced.get(reading) ?? [],
        nearby: nearby.get(transaction) ?? [],
        cutOff: cutOff.get(transaction) ?? [],
        named: named.get(transaction)?.byText ?? [],
        paidBefore: paidBefore.get(transaction) ?? [],
        ofReferenced: ofReferenced.get(transaction) ?? [],
        noticed: [
          ...(notices.get(transaction) ?? [])
            .flatMap(({ keys }) => keys)
            .flatMap((key) => {
              const payment = byKey.get(key);
              return payment ? [{ payment, by: 'reference' as const }] : [];
            }),
          ...(named.get(transaction)?.bySender ?? []).map((payment) => ({ payment, by: 'name' as const })),
        ],
      };
    });
  }

  private async byReference(keys: string[]): Promise<Map<string, MatchedPayment>> {
    const [present, former] = await Promise.all([
      lookUp(keys, (part) => this.payments.byReferences(part, paymentFields)),
      lookUp(keys, (part) => this.payments.byFormerReferences(part, paymentFields)),
    ]);
    return new Map(
      [...present, ...former]
        .map(this.matched)
        .flatMap((payment) => payment.referenceKeys.map((key) => [key, payment])),
    );
  }

  /** Returns payments whose references a mistyped one may stand for, where it is no existing reference itself. */
  private async nearby(readings: EvidenceReading[], byKey: Map<string, MatchedPayment>) {
    const unresolved = readings.map((reading) => ({
      reading,
      near: reading.evidence.near.filter(({ written }) => !byKey.has(written.slice(0, referenceLength))),
    }));
    const near = unresolved.flatMap((one) => one.near);
    const found = new Map<EvidenceReading['transaction'], MatchedPayment[]>();
    if (!near.length) return found;
    const [known, byParts] = await Promise.all([
      this.byReference(firstKeys(near)),
      lookUp(
        near.flatMap((one) => one.parts),
        (parts) => this.payments.byReferenceParts(parts, [...paymentFields, 'referenceParts']),
      ),
    ]);
    const byPart = new Map<string, MatchedPayment[]>();
    for (const payment of byParts) {
      const matched = this.matched(payment);
      for (const part of payment.referenceParts ?? []) append(byPart, part, matched);
    }
    for (const { reading, near: own } of unresolved)
      found.set(
        reading.transaction,
        own.flatMap((one) => [
          ...(known.size ? one.keys.flatMap((key) => known.get(key) ?? []) : []),
          ...one.parts.flatMap((part) => byPart.get(part) ?? []),
        ]),
      );
    return found;
  }

  /** Returns the only payment whose reference begins with a truncated one. */
  private async cutOff(readings: EvidenceReading[], byKey: Map<string, MatchedPayment>) {
    const starts = new Map<string, MatchedPayment | undefined>();
    for (const { evidence } of readings)
      for (const { isCut, start } of evidence.near)
        if (isCut && ![...evidence.found].some(({ key }) => byKey.has(key) && key.startsWith(start)))
          starts.set(start, undefined);
    const find = async (start: string) => {
      const found = await this.payments.byReferenceStart(start, paymentFields, 2);
      if (found.length === 1 && found[0]) starts.set(start, this.matched(found[0]));
    };
    const all = [...starts.keys()];
    for (let at = 0; at < all.length; at += concurrentLookUps)
      await Promise.all(all.slice(at, at + concurrentLookUps).map(find));
    return new Map(
      readings.map(({ transaction, evidence }) => [
        transaction,
        evidence.near.flatMap(({ isCut, start }) => (isCut ? (starts.get(start) ?? []) : [])),
      ]),
    );
  }

  /** Returns payments of customers whose full name is in the text or a notice; for incoming money unsettled ones. */
  private async named(readings: EvidenceReading[], notices: Map<BankTransaction, { sender: string }[]>) {
    const sendersOf = (transaction: BankTransaction) =>
      (notices.get(transaction) ?? []).map(({ sender }) => sender).filter(Boolean);
    const keysOf = ({ transaction, evidence }: EvidenceReading) => [
      ...evidence.names,
      ...sendersOf(transaction).map(payerNameKey),
    ];
    const customers = await lookUp(readings.flatMap(keysOf), (keys) =>
      this.customers.ofPayerNames(keys, maximumCustomers),
    );
    const byName = new Map<string, typeof customers>();
    for (const customer of customers) append(byName, customer.payerNameKey, customer);
    const people = readings.map((reading) => {
      const candidates = [...new Set(keysOf(reading).flatMap((key) => byName.get(key) ?? []))];
      const senders = sendersOf(reading.transaction);
      return {
        reading,
        byText: candidates.filter(({ fullName }) => isNameIn(fullName, reading.whole)),
        bySender: candidates.filter(({ fullName }) => senders.some((sender) => isNameIn(fullName, sender))),
      };
    });
    const ids = people.flatMap(({ byText, bySender }) => [...byText, ...bySender]).map(({ _id }) => _id);
    const payments = await this.paymentsOf(ids);
    return new Map(
      people.map(({ reading: { transaction }, byText, bySender }) => {
        const paymentsFor = (owners: { _id: Id }[]) =>
          owners
            .flatMap(({ _id }) => payments.get(String(_id)) ?? [])
            .filter(({ status }) => transaction.cents < 0 || waitingStatuses.has(status));
        return [transaction, { byText: paymentsFor(byText), bySender: paymentsFor(bySender) }];
      }),
    );
  }

  /** Returns all payments of the customers whose payments a text names, where these are not due with its amount. */
  private async ofReferenced(
    readings: EvidenceReading[],
    referenced: ReadonlyMap<EvidenceReading, MatchedPayment[]>,
  ) {
    const open = readings.flatMap((reading) => {
      const { restCents, currency } = reading.transaction;
      const named = referenced.get(reading) ?? [];
      const isExact = named.some((payment) => isDue({ cents: restCents, currency }, payment));
      return isExact
        ? []
        : [{ reading, customerIds: [...new Set(named.map(({ customerId }) => customerId))] }];
    });
    const payments = await this.paymentsOf(open.flatMap(({ customerIds }) => customerIds).map(this.idOf));
    return new Map(
      open.map(({ reading, customerIds }) => [
        reading.transaction,
        customerIds
          .flatMap((id) => payments.get(id) ?? [])
          .filter(({ status }) => waitingStatuses.has(status)),
      ]),
    );
  }

  private async paymentsOf(customerIds: Id[]): Promise<Map<string, MatchedPayment[]>> {
    const distinct = new Map(customerIds.map((id) => [String(id), id]));
    const found = await lookUp(distinct.values(), (ids) => this.payments.ofCustomers(ids, paymentFields));
    const byCustomer = new Map<string, MatchedPayment[]>();
    for (const payment of found.map(this.matched)) append(byCustomer, payment.customerId, payment);
    return byCustomer;
  }

  /** Returns payments of customers who paid under the same payer's name before. */
  private async paidBefore(readings: EvidenceReading[]) {
    const former = await lookUp(readings.map(({ evidence }) => evidence.payerKey).filter(Boolean), (keys) =>
      this.transactions.collection
        .find<Pick<BankTransaction, 'payerKey' | 'allocations'>>(
          { payerKey: { $in: keys }, 'allocations.customerId': { $exists: true } },
          { projection: { payerKey: 1, 'allocations.paymentId': 1 }, ...queryTimeoutOptions() },
        )
        .limit(maximumFormer)
        .toArray(),
    );
    // The payments' own customers: an admin may have moved a payment to another one since the match.
    const settled = await lookUp(
      new Map(
        former.flatMap(({ allocations }) =>
          allocations.map(({ paymentId }) => [String(paymentId), paymentId]),
        ),
      ).values(),
      (ids) => this.payments.byIds(ids, ['customerId']),
    );
    const ownerOf = new Map(settled.map(({ _id, customerId }) => [String(_id), customerId]));
    const customersOf = new Map<string, Id[]>();
    for (const { payerKey: key = '', allocations } of former)
      for (const { paymentId } of allocations) {
        const owner = ownerOf.get(String(paymentId));
        if (owner) append(customersOf, key, owner);
      }
    const payments = await this.paymentsOf([...customersOf.values()].flat());
    return new Map(
      readings.map(({ transaction, evidence }) => {
        const ids = new Set((customersOf.get(evidence.payerKey) ?? []).map(String));
        return [transaction, [...ids].flatMap((id) => payments.get(id) ?? [])];
      }),
    );
  }

  /** Returns each transaction's notices: by number, or by amount and sender. `keys` are references in a message. */
  private async noticesOf(readings: EvidenceReading[]) {
    // Two queries, as each has an index of its own.
    const find = (condition: object) =>
      this.notices.collection
        .find<InteracNotice>(condition, queryTimeoutOptions())
        .sort({ createdAt: -1, _id: -1 })
        .limit(maximumFormer)
        .toArray();
    const [numbered, sent] = await Promise.all([
      lookUp(
        readings.flatMap(({ evidence }) => evidence.noticeNumbers),
        (numbers) => find({ numberKey: { $in: numbers } }),
      ),
      lookUp(
        readings.flatMap(({ evidence }) => evidence.names),
        (names) => find({ senderKey: { $in: names } }),
      ),
    ]);
    const byNumber = new Map(numbered.map((notice) => [notice.numberKey, notice]));
    const bySender = new Map<string, InteracNotice[]>();
    for (const notice of sent) append(bySender, notice.senderKey, notice);
    return new Map(
      readings.map(({ transaction, evidence, whole }) => {
        const own = [
          ...evidence.noticeNumbers.flatMap((number) => byNumber.get(number) ?? []),
          ...evidence.names
            .flatMap((name) => bySender.get(name) ?? [])
            .filter(
              ({ amount, currency, sender }) =>
                currency === transaction.currency &&
                toCents(amount) === transaction.cents &&
                isNameIn(sender, whole),
            ),
        ];
        return [
          transaction,
          [...new Map(own.map((notice) => [notice.numberKey, notice])).values()].map(
            ({ sender, message }) => ({
              sender: nameWords(sender).length ? sender : '',
              keys: [...findReferences(message).found.map(({ key }) => key), ...typedReferences(message)],
            }),
          ),
        ] as const;
      }),
    );
  }
}
