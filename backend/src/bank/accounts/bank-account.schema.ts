import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema, Types } from 'mongoose';
import { currencies, type Currency } from '#domain/platform/money';
import type { KnownLayout } from '#bank-files';

/** The stored mapping of the CSV files of one layout, with the contents by which its reading was confirmed. */
export interface RememberedLayout extends KnownLayout {
  fingerprint: string;
}

/** A bank account that receives payments. Uses mongoose: it is seldom read and written. */
@Schema({ collection: 'bankaccounts', timestamps: true, versionKey: false })
export class BankAccount {
  _id!: Types.ObjectId;
  @Prop({ required: true }) name!: string;
  @Prop({ type: String, required: true, enum: currencies }) currency!: Currency;
  @Prop() lastDigits?: string;

  @Prop({ type: [{ type: MongooseSchema.Types.Mixed }], default: undefined, select: false })
  layouts?: RememberedLayout[];

  /** Incremented by every change; missing before the first one. */
  @Prop() version?: number;

  /** Incremented by every import, so that concurrent imports conflict and the later one sees the other's rows. */
  @Prop({ select: false }) imports?: number;
  createdAt!: Date;
  updatedAt!: Date;
}

declare module '../../platform/changes/change.js' {
  interface ChangedRecords {
    'bank-accounts': BankAccount;
  }
}

declare module '../../platform/submissions/submission.schema.js' {
  interface MadeRecords {
    'bank-account': { bankAccountId: Types.ObjectId };
  }
}

export const BankAccountSchema = SchemaFactory.createForClass(BankAccount);
BankAccountSchema.index({ name: 1, createdAt: 1, _id: 1 });
BankAccountSchema.index({ createdAt: -1, _id: -1 });
