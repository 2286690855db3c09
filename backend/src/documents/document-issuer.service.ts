import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import type { Types } from 'mongoose';
import { dueDocuments, isDocumented, openInvoice } from '#domain/documents/documents';
import { Bookkeeper } from '../ledger/books/bookkeeper.service.js';
import { AfterChange } from '../platform/changes/subscribers.js';
import { CONFIG } from '../platform/config/config.module.js';
import { Leader } from '../platform/database/leader.js';
import { LeaderWork } from '../platform/database/leader-timer.js';
import { TransactionsService } from '../platform/database/transactions/transactions.service.js';
import type { UnitOfWork } from '../platform/database/transactions/unit-of-work.js';
import { CustomersService } from '../customers/customers.service.js';
import type { Caller } from '../platform/http/caller.decorator.js';
import { arePapersDue, documentedPart, priceMadeAt, taxAt } from '../payments/payment-papers.js';
import type { PaymentConfig } from '../payments/options/payment-settings.js';
import { PaymentReader } from '../payments/payment-reader.js';
import type { Payment } from '../payments/payment.schema.js';
import { PaymentsService } from '../payments/payments.service.js';
import { buyerOf, composeDocument, withShare } from './document-snapshot.js';
import { DocumentStore } from './document-store.service.js';
import type { StoredDocument } from './document.schema.js';
import { lacksLetters } from './pdf/lacks-letters.js';

type Id = Types.ObjectId;

/** The most payments of one look: a server that is stopped waits for its end. */
const atOnce = 10;

/** Time for which the leader leaves the documents of one call to it, in milliseconds. */
const patienceMs = 60_000;

/** A change of a payment before its documents are decided; returns the payment after it. */
type Correction = (payment: Payment, former: readonly StoredDocument[], unit: UnitOfWork) => Promise<Payment>;

/** The actor of documents that follow by themselves. */
const issuer: Caller = { by: 'system', actor: { kind: 'program' }, ip: '', requestId: 'documents' };

/** Reason of an issue: the time has come, what is due must not wait for it, or a person asks. */
type Cause = 'due' | 'early' | 'asked';

/** Issues the documents that payments are due, each in a transaction of its own with its number. */
@Injectable()
export class DocumentIssuer extends LeaderWork {
  private isReviewed = false;
  /** Payments whose documents could not be issued, until all others are. */
  private failed: Id[] = [];

  constructor(
    private readonly reader: PaymentReader,
    private readonly payments: PaymentsService,
    private readonly customers: CustomersService,
    private readonly books: Bookkeeper,
    private readonly store: DocumentStore,
    private readonly unitOfWork: TransactionsService,
    @Inject(CONFIG) private readonly config: PaymentConfig,
    leader: Leader,
  ) {
    super(leader, 'Documents', 'Documents are issued later');
  }

  /** Issues what is due from then on, where there is a company to issue it. */
  override start(): void {
    if (this.config.paymentOptions.company) super.start();
  }

  /** Looks at once where a change makes documents due now. */
  @AfterChange('payments', 'worker', arePapersDue)
  paymentsChanged(): Promise<void> {
    return this.wake();
  }

  /** Takes back the marks of papers whose letters the fonts of this install have; one that fails is left to the next start. */
  private async reviewLetters(): Promise<void> {
    for (const id of await this.reader.withLettersMissing())
      await this.unitOfWork
        .run(async (unit) => {
          const open = openInvoice(await this.store.ofPayment(id, unit));
          if (!open || !(await lacksLetters(open.buyer))) await this.payments.showLetters(id, unit);
        })
        .catch((error: Error) => this.logFailure('The letters of a payment are reviewed later', id, error));
    this.isReviewed = true;
  }

  private logFailure(message: string, id: Id, { stack: error }: Error): void {
    this.logger.error({ message, payment: id.toHexString(), error });
  }

  /** Issues the next documents that are due by now. One that fails is tried again after all others, and holds up none. */
  protected async work(): Promise<void> {
    if (!this.isReviewed) await this.reviewLetters();
    const due = await this.reader.dueForDocuments(atOnce, this.failed);
    if (!due.length) this.failed = [];
    for (const _id of due)
      await this.issue(_id, 'due', issuer).catch((error: Error) => {
        this.failed.push(_id);
        this.logFailure('The documents of a payment are issued later', _id, error);
      });
    if (due.length) void this.wake();
  }

  /**
   * Issues what a payment is due, and returns it. What is asked for by a person includes payments of before documents were
   * made. `correct` is a change of the payment in the transaction of the first document. Throws 404 where a person asks for
   * a payment that does not exist.
   */
  async issue(paymentId: Id, cause: Cause, caller: Caller, correct?: Correction): Promise<StoredDocument[]> {
    const issued: StoredDocument[] = [];
    for (;;) {
      const change = issued.length ? undefined : correct;
      const document = await this.unitOfWork.run((unit) =>
        this.issueNext(paymentId, cause, caller, unit, change),
      );
      if (!document) return issued;
      issued.push(document);
    }
  }

  private async issueNext(
    paymentId: Id,
    cause: Cause,
    caller: Caller,
    unit: UnitOfWork,
    correct?: Correction,
  ): Promise<StoredDocument | undefined> {
    const { paymentOptions: options, calendar } = this.config;
    const { company } = options;
    if (!company) throw new Error('Documents need a company');
    const found = this.payments.findStored(paymentId, unit);
    // A due payment may have been deleted meanwhile.
    const stored = await (cause === 'due' ? found.catch(absent) : found);
    const now = new Date();
    // A later change has put it off, or another server has issued it.
    if (!stored || (cause === 'due' && !(stored.documentsDueAt && stored.documentsDueAt <= now)))
      return undefined;
    const former = await this.store.ofPayment(paymentId, unit);
    const corrected = correct ? await correct(stored, former, unit) : stored;
    const payment = former.length ? corrected : { ...corrected, ...this.taxOfFirst(corrected) };
    const customer = await this.customers.find(payment.customerId, unit).catch(absent);
    const part = { ...documentedPart(payment), buyer: buyerOf({ payment, customer }) };
    const isWanted = cause === 'asked' || isDocumented(part, former.length > 0, await this.store.since());
    const [due, ...later] = isWanted ? dueDocuments(part, former) : [];
    const { tax, documentsDueAt, documentCount = 0 } = payment;
    if (!due) {
      // A buyer that was changed and changed back is that of the invoice: a later change of the customer is none of it.
      const buyerVersion = openInvoice(former)?.buyerVersion ?? part.buyerVersion;
      const isBack = buyerVersion !== part.buyerVersion;
      if (documentsDueAt || isBack)
        await this.payments.setIssued(
          paymentId,
          { count: documentCount, ...(isBack && { buyerVersion }) },
          unit,
        );
      return undefined;
    }
    const bookings = await this.books.of(paymentId, unit);
    const sources = { payment, customer, bookings, former };
    const day = calendar.dayOf(now);
    const composed = composeDocument(due, sources, { day, company, options });
    const countedOn = await this.books.openDay(composed.kind === 'invoice' ? composed.bookedOn : day, unit);
    // The leader goes on where this server is killed; until then it leaves the others to this call.
    const nextAt = cause === 'due' ? now : new Date(now.getTime() + patienceMs);
    const open = openInvoice([...former, composed]);
    const issued = {
      count: former.length + 1,
      lettersMissing: (open && (await lacksLetters(open.buyer))) || undefined,
      ...(later.length && { nextAt }),
      ...(!former.length && tax && { tax }),
    };
    await this.payments.setIssued(paymentId, issued, unit);
    return this.store.insert({ ...composed, countedOn }, caller, unit);
  }

  /** Returns the tax that a payment takes at its first invoice, where it was made without the settings. */
  private taxOfFirst(payment: Payment): Pick<Payment, 'tax'> {
    const { country, province } = payment;
    const place = priceMadeAt(payment, { country, province });
    const tax = payment.tax ?? (place && taxAt(place, payment.createdAt, this.config));
    return tax ? { tax: withShare(tax, this.config.paymentOptions) } : {};
  }
}

/** Returns null for a record that does not exist. */
function absent(error: unknown): null {
  if (error instanceof NotFoundException) return null;
  throw error;
}
