import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema, Types } from 'mongoose';
import { withoutUnselected } from '../database/unselected-fields.js';
import type { MailKind, MailState } from '../../../domain/mail.js';
import type { MailFacts } from './templates/render-mail.js';

/**
 * The outbox: a mail that is due, was sent, or cannot be sent. Read and written by the driver itself, as a row is part
 * of every checkout: the schema declares shape and indexes only.
 */
@Schema({ collection: 'mails', versionKey: false })
export class Mail {
  _id!: Types.ObjectId;

  /** Names the event that it tells. */
  @Prop({ type: String })
  key!: string;

  @Prop({ type: String })
  kind!: MailKind;

  /** An address; of an alert several, separated by ", ". */
  @Prop({ type: String })
  to!: string;

  @Prop({ type: String })
  subject!: string;

  @Prop({ type: String })
  text!: string;

  @Prop({ type: String })
  html!: string;

  @Prop({ type: String })
  messageId!: string;

  @Prop({ type: String })
  state!: MailState;

  @Prop({ type: Number })
  attempts!: number;

  @Prop({ type: Date })
  nextAttemptAt!: Date;

  @Prop({ type: Date })
  leaseUntil?: Date;

  @Prop({ type: String })
  smtpResponse?: string;

  @Prop({ type: MongooseSchema.Types.ObjectId })
  paymentId?: Types.ObjectId;

  @Prop({ type: MongooseSchema.Types.ObjectId })
  customerId?: Types.ObjectId;

  @Prop({ type: MongooseSchema.Types.ObjectId })
  resendOf?: Types.ObjectId;

  @Prop({ type: Date })
  createdAt!: Date;

  @Prop({ type: Date })
  sentAt?: Date;

  @Prop({ type: MongooseSchema.Types.Mixed })
  dismissed?: { at: Date; by: string };

  /** When a worker may take it: `nextAttemptAt`, or the end of the lease. None where there is nothing left to do. */
  @Prop({ type: Date, select: false })
  dueAt?: Date;

  /** What it was rendered with besides the payment; a held mail is rendered again. */
  @Prop({ type: MongooseSchema.Types.Mixed, select: false })
  facts?: MailFacts;

  /** Address and subject as they are searched, in lower case. */
  @Prop({ type: String, select: false })
  searchText!: string;
}

export const MailSchema = SchemaFactory.createForClass(Mail);

/** The schema, with mails that are removed after so many days. */
export function createMailSchema(retentionDays: number) {
  const schema = MailSchema.clone();
  schema.index({ key: 1 }, { unique: true });
  schema.index({ dueAt: 1, _id: 1 }, { partialFilterExpression: { dueAt: { $exists: true } } });
  // Serves the filter by state too: each further index costs every checkout a key.
  schema.index({ state: 1, nextAttemptAt: 1, _id: 1 });
  schema.index({ paymentId: 1, createdAt: 1, _id: 1 });
  schema.index({ customerId: 1, createdAt: 1, _id: 1 });
  schema.index({ createdAt: -1, _id: -1 });
  schema.index({ createdAt: 1 }, { expireAfterSeconds: retentionDays * 86_400 });
  return schema;
}

/** The projection of the fields that answers show. */
export const shownMailFields = withoutUnselected(MailSchema);
