import { ConflictException, Inject, Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import type { DocumentsInput, TaxPlaceInput } from '#domain/documents/document-calls';
import {
  type DocumentKind,
  documentMessages,
  type IssuedDocument,
  openInvoice,
} from '#domain/documents/documents';
import { taxPlaceOf } from '#domain/places/taxes';
import { AuditService } from '../audit/audit.service.js';
import { CONFIG } from '../platform/config/config.module.js';
import { CustomerMerges } from '../customers/customer-merges.service.js';
import { cursorBatches } from '../platform/database/batches/cursor-batches.js';
import { readList } from '../platform/database/read-page.js';
import { TransactionsService } from '../platform/database/transactions/transactions.service.js';
import type { UnitOfWork } from '../platform/database/transactions/unit-of-work.js';
import { omitUnselected } from '../platform/database/unselected-fields.js';
import type { Export } from '../platform/exports/export.js';
import { exportCursor } from '../platform/exports/export-file.js';
import { exportedFields, exportFormat } from '../platform/exports/export-query.js';
import type { Caller } from '../platform/http/caller.decorator.js';
import { EditConflictException } from '../platform/http/errors/edit-conflict.exception.js';
import { parseFilter, parseListQuery } from '../platform/http/list-query.js';
import { taxAt } from '../payments/payment-papers.js';
import type { PaymentWithFigures } from '../payments/payment-record.js';
import type { PaymentConfig } from '../payments/options/payment-settings.js';
import type { Payment } from '../payments/payment.schema.js';
import { typedPayer } from '../payments/payer.js';
import type { ShownPayment } from '../payments/shown-payment.js';
import { PaymentsService } from '../payments/payments.service.js';
import { documentColumns } from './document-export.js';
import { DocumentIssuer } from './document-issuer.service.js';
import { documentListSpec } from './document-list.js';
import { DocumentStore } from './document-store.service.js';
import { StoredDocument, StoredDocumentSchema } from './document.schema.js';

type Id = Types.ObjectId;
type Query = Record<string, unknown>;

/** Returns a document in the shape of the API. */
export function shownDocument(document: StoredDocument): IssuedDocument {
  const { _id, paymentId, customerId, credits, ...shown } = omitUnselected(document, StoredDocumentSchema);
  return {
    ...shown,
    _id: String(_id),
    paymentId: String(paymentId),
    customerId: String(customerId),
    ...(credits && { credits: { ...credits, _id: String(credits._id) } }),
  };
}

/** Lists documents, and issues and corrects those of a payment where a person asks for it. */
@Injectable()
export class DocumentsService {
  constructor(
    @InjectModel(StoredDocument.name) private readonly model: Model<StoredDocument>,
    private readonly store: DocumentStore,
    private readonly issuer: DocumentIssuer,
    private readonly payments: PaymentsService,
    private readonly merges: CustomerMerges,
    private readonly unitOfWork: TransactionsService,
    private readonly audit: AuditService,
    @Inject(CONFIG) private readonly config: PaymentConfig,
  ) {}

  /** A page of the documents, the newest day first. */
  async list(query: Query) {
    const list = parseListQuery(query, documentListSpec, this.config.calendar);
    const conditions = await this.merges.follow(list.conditions);
    const { found, pagination } = await readList(this.model, { ...list, conditions });
    return { documents: found, pagination };
  }

  /** Returns a document. Throws 404 "Document not found". */
  async find(_id: Id): Promise<IssuedDocument> {
    const found = await this.store.documents.findOne({ _id });
    if (!found) throw new NotFoundException(documentMessages.notFound);
    return shownDocument(found);
  }

  /** The documents that the list's filters select, by day, as a file. */
  async export(query: Query, caller: Caller): Promise<Export<StoredDocument>> {
    const format = exportFormat(query);
    const filter = parseFilter(query.filter, documentListSpec, this.config.calendar) as object;
    const conditions = await this.merges.follow(filter);
    const total = await this.store.documents.countDocuments(conditions);
    await this.audit.add(caller, 'export', 'documents', undefined, { changes: exportedFields(query) });
    const found = this.store.documents.find(conditions, exportCursor).sort({ day: 1, createdAt: 1, _id: 1 });
    const rows = cursorBatches(found);
    return {
      name: 'documents',
      format,
      columns: documentColumns,
      rows,
      total,
      calendar: this.config.calendar,
    };
  }

  /** Issues what is due, after keeping a corrected buyer. Throws 404; 409, the buyer kept, for nothing to issue. */
  async issue(id: Id, { buyer }: DocumentsInput, caller: Caller) {
    const issued = await this.issuer.issue(
      id,
      'asked',
      caller,
      buyer && ((before, former, unit) => this.correctBuyer(before, former, buyer, caller, unit)),
    );
    if (!issued.length) throw new ConflictException(documentMessages.nothingToIssue);
    return { documents: issued.map(shownDocument) };
  }

  /** Keeps a buyer on the payment; one that differs from that of the open invoice corrects it. */
  private async correctBuyer(
    before: Payment,
    former: readonly StoredDocument[],
    { name, address }: NonNullable<DocumentsInput['buyer']>,
    caller: Caller,
    unit: UnitOfWork,
  ): Promise<Payment> {
    const lines = address
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter(Boolean);
    const standing = before.buyer ?? openInvoice(former)?.buyer;
    const isSame = standing?.name === name && JSON.stringify(standing.address) === JSON.stringify(lines);
    if (before.buyer && isSame) return before;
    const { buyerVersion = 0 } = before;
    const fields = {
      buyer: { name, address: lines },
      ...(!isSame && { buyerVersion: buyerVersion + 1 }),
    };
    return this.payments.act(before, { fields, notes: [], action: 'update' }, caller, unit);
  }

  /** Sets a payment's place of tax; documents follow after the delay. Throws 404, 409 for another version. */
  setTaxPlace(
    id: Id,
    { country, province, version }: TaxPlaceInput,
    caller: Caller,
  ): Promise<PaymentWithFigures> {
    return this.unitOfWork.run(async (unit) => {
      const before = await this.payments.findStored(id, unit);
      if (version !== before.version) throw new EditConflictException();
      const place = taxPlaceOf(country, province)!;
      const { share } = before.tax ?? {};
      const tax = {
        ...taxAt(place, before.createdAt, this.config),
        ...(share !== undefined && { share }),
      };
      const act = { fields: { tax }, notes: [], action: 'update' } as const;
      return this.payments.withFigures(await this.payments.act(before, act, caller, unit));
    });
  }

  /** Returns the documents of a payment, in the order of their issue; none without a company. */
  async ofPayment(paymentId: Id): Promise<IssuedDocument[]> {
    const { company } = this.config.paymentOptions;
    return company ? (await this.store.ofPayment(paymentId)).map(shownDocument) : [];
  }

  /** Returns the documents of a payment likewise that its payer may read. */
  async ofPayer(payment: ShownPayment): Promise<IssuedDocument[]> {
    return (await this.storedOf(payment)).map(shownDocument);
  }

  /**
   * Returns the document that a mail to a customer attaches: the newest invoice, or a refund's credit note. That is the first
   * one that tells of so many entries, else that of the cancellation before it; the newest one for mails that count none.
   */
  async ofMail(
    payment: ShownPayment,
    customerId: Id | undefined,
    { kind, entries }: { kind: DocumentKind; entries?: number | undefined },
  ): Promise<IssuedDocument | undefined> {
    const documents = (await this.storedOf(payment, customerId)).filter((one) => one.kind === kind);
    const found =
      entries === undefined
        ? documents.at(-1)
        : (documents.find(({ told, reason }) => told >= entries && reason !== 'Corrected') ??
          documents.findLast(({ reason }) => reason === 'Cancelled'));
    return found && shownDocument(found);
  }

  /**
   * Returns the documents of a payment that a customer may read: where none has typed who they are, those of this one. A
   * payment may have become another one's, whose papers have another name and address.
   */
  private async storedOf(payment: ShownPayment, customerId = payment.customerId): Promise<StoredDocument[]> {
    if (!this.config.paymentOptions.company) return [];
    const documents = await this.store.ofPayment(payment._id);
    return documents.filter((one) => typedPayer(payment) || one.customerId.equals(customerId));
  }
}
