import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema, Types } from 'mongoose';
import { currencies, type Currency } from '../../../domain/money.js';
import type { CsvMapping } from '../../../domain/reconciliation.js';

/** How the CSV files of one layout are read. */
export interface RememberedLayout {
  fingerprint: string;
  mapping: CsvMapping;
}

/** Where money arrives. Through mongoose: it is seldom read and written. */
@Schema({ collection: 'bankaccounts', timestamps: true, versionKey: false })
export class BankAccount {
  _id!: Types.ObjectId;

  @Prop({ type: String, required: true })
  name!: string;

  @Prop({ type: String, required: true, enum: currencies })
  currency!: Currency;

  @Prop({ type: String })
  lastDigits?: string;

  @Prop({ type: [{ type: MongooseSchema.Types.Mixed }], default: undefined, select: false })
  layouts?: RememberedLayout[];

  /** Rises with every import, so that two at once collide: each sees what the other one stored. */
  @Prop({ type: Number, select: false })
  imports?: number;

  createdAt!: Date;
  updatedAt!: Date;
}

export const BankAccountSchema = SchemaFactory.createForClass(BankAccount);
BankAccountSchema.index({ name: 1, createdAt: 1, _id: 1 });
BankAccountSchema.index({ createdAt: -1, _id: -1 });
