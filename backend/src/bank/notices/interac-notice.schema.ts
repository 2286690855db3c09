import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import { currencies, type Currency } from '#domain/platform/money';

/** An Interac notification. Uses mongoose: it is seldom read and written. */
@Schema({
  collection: 'interacnotices',
  timestamps: { createdAt: true, updatedAt: false },
  versionKey: false,
})
export class InteracNotice {
  _id!: Types.ObjectId;
  @Prop({ required: true }) referenceNumber!: string;
  /** Interac's reference number, normalised. */
  @Prop({ required: true, select: false }) numberKey!: string;
  @Prop({ required: true }) amount!: number;
  @Prop({ type: String, required: true, enum: currencies }) currency!: Currency;
  @Prop({ default: '' }) sender!: string;
  /** The key by which matching finds the sender's name in a bank's text. */
  @Prop({ default: '', select: false }) senderKey!: string;
  @Prop({ default: '' }) message!: string;
  /** Increased by each correction. */
  @Prop({ default: 0 }) version!: number;
  /** The fields that a person has corrected, which a text that is pasted again leaves as they are. */
  @Prop({ type: [String], default: undefined, select: false }) corrected?: ('sender' | 'message')[];
  @Prop({ required: true }) createdBy!: string;
  createdAt!: Date;
}

declare module '../../platform/changes/change.js' {
  interface ChangedRecords {
    'interac-notices': InteracNotice;
  }
}

export const InteracNoticeSchema = SchemaFactory.createForClass(InteracNotice);
InteracNoticeSchema.index({ numberKey: 1 }, { unique: true });
InteracNoticeSchema.index({ senderKey: 1 });
InteracNoticeSchema.index({ createdAt: -1, _id: -1 });
