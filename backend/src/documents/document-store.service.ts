import { ConflictException, Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types, mongo } from 'mongoose';
import { type DocumentKind, documentMessages } from '#domain/documents/documents';
import type { Caller } from '../platform/http/caller.decorator.js';
import { type Deletion, isDeletion } from '../platform/changes/change.js';
import { ChangesService } from '../platform/changes/changes.service.js';
import { InChange } from '../platform/changes/subscribers.js';
import { CONFIG } from '../platform/config/config.module.js';
import { cursorBatches } from '../platform/database/batches/cursor-batches.js';
import { InjectCollection } from '../platform/database/collections.js';
import type { UnitOfWork } from '../platform/database/transactions/unit-of-work.js';
import { exportCursor } from '../platform/exports/export-file.js';
import { searchedText } from '../platform/search-index/search-terms.js';
import type { PaymentConfig } from '../payments/options/payment-settings.js';
import { DocumentCounter, StoredDocument } from './document.schema.js';

type Id = Types.ObjectId;

const prefixes = { invoice: 'invoicePrefix', creditNote: 'creditNotePrefix' } as const;
const firsts = { invoice: 'firstInvoice', creditNote: 'firstCreditNote' } as const;

/** Digits of a number at least. */
const digits = 6;
/** Digits of any number at most. */
const orderDigits = 16;

/** Stores documents under numbers without a gap; no other service writes them. */
@Injectable()
export class DocumentStore {
  private firstStart: string | undefined;

  constructor(
    @InjectCollection(StoredDocument) readonly documents: mongo.Collection<StoredDocument>,
    @InjectModel(DocumentCounter.name) private readonly counters: Model<DocumentCounter>,
    private readonly changes: ChangesService,
    @Inject(CONFIG) private readonly config: PaymentConfig,
  ) {}

  /** True where the options name a company. */
  get isUsed(): boolean {
    return this.config.paymentOptions.company !== undefined;
  }

  /** Makes the counters, which transactions then change only, and keeps the time of the first start with a company. */
  async start(): Promise<void> {
    if (!this.isUsed) return;
    const at = new Date().toISOString();
    const counters: DocumentCounter[] = [
      { _id: 'invoice', last: 0 },
      { _id: 'creditNote', last: 0 },
      { _id: 'since', at },
    ];
    await this.counters.bulkWrite(
      counters.map(({ _id, ...fields }) => ({
        updateOne: { filter: { _id }, update: { $setOnInsert: fields }, upsert: true },
      })),
    );
  }

  /** The time of the first start that makes documents, ISO 8601. */
  async since(): Promise<string> {
    this.firstStart ??= (await this.counters.findById('since').lean().orFail()).at!;
    return this.firstStart;
  }

  /** Returns the documents of a payment, in the order of their issue. */
  ofPayment(paymentId: Id, unit?: UnitOfWork): Promise<StoredDocument[]> {
    return this.documents
      .find({ paymentId }, unit && { session: unit.session })
      .sort({ position: 1 })
      .toArray();
  }

  /** Returns the documents that count on these days, by day, in batches. */
  countedBetween(countedOn: { $gte: string; $lte: string }): AsyncIterable<StoredDocument[]> {
    return cursorBatches(this.documents.find({ countedOn }, exportCursor).sort({ countedOn: 1, _id: 1 }));
  }

  /** Returns which of these documents are invoices of fees, or credit notes of such. */
  async ofFees(documents: readonly StoredDocument[]): Promise<(document: StoredDocument) => boolean> {
    const _id = { $in: documents.flatMap(({ credits }) => credits?._id ?? []) };
    const found = this.documents.find({ _id, isFee: true }, { projection: { _id: 1 }, maxTimeMS: 0 });
    const ids = new Set((await found.toArray()).map((invoice) => String(invoice._id)));
    return ({ isFee = false, credits }) => isFee || ids.has(String(credits?._id));
  }

  /** Refuses to delete a customer whose payments have become another one's, but whose papers stay. */
  @InChange('customers', 'check', isDeletion<'customers'>)
  async keepCustomers(changes: readonly Deletion<'customers'>[], unit: UnitOfWork): Promise<void> {
    for (const { before } of changes)
      if (await this.countOf(before._id, {}, 1, unit))
        throw new ConflictException(documentMessages.customerHasDocuments);
  }

  /** Returns how many documents of a customer a merge moves, up to `limit`. */
  countOf(customerId: Id, only: object, limit: number, { session }: UnitOfWork): Promise<number> {
    return this.documents.countDocuments({ customerId, ...only }, { session, limit });
  }

  /** Moves the documents of a customer that is merged, whose papers stay; `only` is a further condition. Returns their ids. */
  async moveAll(from: Id, to: Id, { session }: UnitOfWork, only: object = {}): Promise<Id[]> {
    const conditions = { customerId: from, ...only };
    const found = await this.documents
      .find(conditions, { session, projection: { _id: 1 } })
      .sort({ _id: 1 })
      .toArray();
    await this.documents.updateMany(conditions, { $set: { customerId: to } }, { session });
    return found.map(({ _id }) => _id);
  }

  /** Inserts a document under the next number of its kind, in the transaction that has decided it. */
  async insert(
    composed: Omit<StoredDocument, 'number' | 'numberOrder' | 'searchText'>,
    caller: Caller,
    unit: UnitOfWork,
  ): Promise<StoredDocument> {
    const number = await this.nextNumber(composed.kind, unit);
    const { referenceNumber, buyer } = composed;
    const searchText = searchedText([number, referenceNumber, buyer.name].join('\n'));
    const numberOrder = number.replace(/\d+$/, (text) => text.padStart(orderDigits, '0'));
    const document: StoredDocument = { ...composed, number, numberOrder, searchText };
    await this.documents.insertOne(document, { session: unit.session });
    const { kind, total, currency, reason, paymentId } = document;
    const shown = { number, kind, total, currency, reason, referenceNumber, paymentId: String(paymentId) };
    const fields = Object.entries(shown).flatMap(([field, to]) =>
      to === undefined ? [] : [{ field, from: null, to }],
    );
    await this.changes.record('documents', { after: document, caller, action: 'create', fields }, unit);
    return document;
  }

  private async nextNumber(kind: DocumentKind, { session }: UnitOfWork): Promise<string> {
    const { documents } = this.config.paymentOptions;
    const { last = 0 } = await this.counters.findById(kind).session(session).lean().orFail();
    const next = last === 0 ? documents[firsts[kind]] : last + 1;
    // Of two transactions at once the later one conflicts here, and runs again.
    await this.counters.updateOne({ _id: kind }, { $set: { last: next } }, { session });
    return documents[prefixes[kind]] + String(next).padStart(digits, '0');
  }
}
