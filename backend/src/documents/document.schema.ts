import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema, Types } from 'mongoose';
import type { Buyer, Company, CreditReason, DocumentKind, IssuedDocument } from '#domain/documents/documents';
import type { Language } from '#domain/platform/languages';
import type { Currency } from '#domain/platform/money';
import type { MoneyLine } from '#domain/documents/money-lines';
import type { Price } from '#domain/places/prices';
import type { PaymentMethod } from '#domain/places/payment-methods';
import type { TaxPlace } from '#domain/places/taxes';

/** An invoice or a credit note: inserted once, never changed, and kept when its payment's records change. */
@Schema({ collection: 'documents', versionKey: false })
export class StoredDocument implements Omit<IssuedDocument, '_id' | 'paymentId' | 'customerId' | 'credits'> {
  _id!: Types.ObjectId;
  @Prop() number!: string;
  @Prop({ type: String }) kind!: DocumentKind;
  @Prop() day!: string;
  @Prop() bookedOn!: string;
  @Prop({ type: MongooseSchema.Types.ObjectId }) paymentId!: Types.ObjectId;
  @Prop({ type: MongooseSchema.Types.ObjectId }) customerId!: Types.ObjectId;
  @Prop() referenceNumber!: string;
  @Prop({ type: String }) language!: Language;
  @Prop({ type: MongooseSchema.Types.Mixed }) credits?: { _id: Types.ObjectId; number: string; day: string };
  @Prop({ type: String }) reason?: CreditReason;
  @Prop({ type: MongooseSchema.Types.Mixed }) company!: Company;
  @Prop({ type: MongooseSchema.Types.Mixed }) buyer!: Buyer;
  @Prop() description!: string;
  @Prop({ type: MongooseSchema.Types.Mixed }) place?: TaxPlace;
  @Prop({ type: String }) currency!: Currency;
  @Prop() net!: number;
  @Prop({ type: MongooseSchema.Types.Mixed }) tax?: NonNullable<IssuedDocument['tax']>;
  @Prop() total!: number;
  @Prop({ type: [MongooseSchema.Types.Mixed] }) payments!: MoneyLine[];
  @Prop({ type: [MongooseSchema.Types.Mixed] }) returned!: MoneyLine[];
  @Prop({ type: MongooseSchema.Types.Mixed }) quoted?: Price;
  @Prop() shortfall?: number;
  @Prop() sample?: true;
  /** Its place among the documents of its payment, from 0. */
  @Prop({ select: false }) position!: number;
  /**
   * The day of the tax report: an invoice's sale is booked on it, and a credit note is issued on it. Where that day was
   * closed at the issue, the day of issue.
   */
  @Prop({ select: false }) countedOn!: string;
  /** See FormerDocument in domain/documents/documents.ts. */
  @Prop({ select: false }) buyerVersion!: number;
  @Prop({ select: false }) told!: number;
  @Prop({ select: false }) isFee?: true;
  @Prop({ type: String, select: false }) paymentMethod!: PaymentMethod;
  /** Its number with as many digits as any, so that texts sort as numbers. */
  @Prop({ select: false }) numberOrder!: string;
  /** Number, reference and buyer as they are searched in. */
  @Prop({ select: false }) searchText!: string;
  @Prop({ select: false }) createdAt!: Date;
}

declare module '../platform/changes/change.js' {
  interface ChangedRecords {
    documents: StoredDocument;
  }
}

export const StoredDocumentSchema = SchemaFactory.createForClass(StoredDocument);
StoredDocumentSchema.index({ number: 1 }, { unique: true });
// The list by number.
StoredDocumentSchema.index({ numberOrder: 1 });
// Two servers that issue the same document at once: one of them ends.
StoredDocumentSchema.index({ paymentId: 1, position: 1 }, { unique: true });
// The list, its filters and a customer's documents, by day.
StoredDocumentSchema.index({ day: 1, createdAt: 1, _id: 1 });
StoredDocumentSchema.index({ kind: 1, day: 1, createdAt: 1, _id: 1 });
StoredDocumentSchema.index({ customerId: 1, day: 1, createdAt: 1, _id: 1 });
// The tax report, and the credit notes of invoices.
StoredDocumentSchema.index({ countedOn: 1, _id: 1 });
StoredDocumentSchema.index({ 'credits._id': 1 }, { sparse: true });

/** The last number of each kind, and the time of the first start that makes documents. */
@Schema({ collection: 'documentcounters', versionKey: false })
export class DocumentCounter {
  @Prop({ type: String }) _id!: DocumentKind | 'since';
  /** 0 while there is none. */
  @Prop() last?: number;
  @Prop() at?: string;
}

export const DocumentCounterSchema = SchemaFactory.createForClass(DocumentCounter);
