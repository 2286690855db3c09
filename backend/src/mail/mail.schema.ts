import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema, Types } from 'mongoose';
import { omitUnselected, withoutUnselected } from '../platform/database/unselected-fields.js';
import type { MailKind, MailState } from '#domain/mail/mail';
import type { MailFacts } from './templates/render-mail.js';

/**
 * The outbox: mails that are due, were sent, or cannot be sent. Read and written with the driver itself, as every
 * checkout inserts some: the schema declares shape and indexes only.
 */
@Schema({ collection: 'mails', versionKey: false })
export class Mail {
  _id!: Types.ObjectId;
  /** Names the event that the mail is about; unique. */
  @Prop() key!: string;
  @Prop({ type: String }) kind!: MailKind;
  /** An email address; several for an alert, separated by ", ". */
  @Prop() to!: string;
  /** Until the mail is written: its kind, and what it is about. */
  @Prop() subject!: string;
  /** Missing until the mail is written, as it is sent. */
  @Prop() text?: string;
  @Prop() html?: string;
  @Prop() messageId!: string;
  @Prop({ type: String }) state!: MailState;
  @Prop() attempts!: number;
  @Prop() nextAttemptAt!: Date;
  @Prop() leaseUntil?: Date;
  @Prop() smtpResponse?: string;
  @Prop({ type: MongooseSchema.Types.ObjectId }) paymentId?: Types.ObjectId;
  @Prop({ type: MongooseSchema.Types.ObjectId }) customerId?: Types.ObjectId;
  @Prop({ type: MongooseSchema.Types.ObjectId }) resendOf?: Types.ObjectId;
  @Prop() createdAt!: Date;
  @Prop() sentAt?: Date;
  @Prop({ type: MongooseSchema.Types.Mixed }) dismissed?: { at: Date; by: string };
  /** Counts how often people have sent it again or dismissed it; missing where they never have. */
  @Prop() version?: number;
  /** Time from which a worker may take the mail: `nextAttemptAt`, or the end of the lease. None in a final state. */
  @Prop({ select: false }) dueAt?: Date;
  /** The data besides the payment that the mail is written with. */
  @Prop({ type: MongooseSchema.Types.Mixed, select: false }) facts?: MailFacts;
  /** The token of an account's link, encrypted, until the mail is sent; its content has a mark in place of it. */
  @Prop({ select: false }) sealedToken?: string;
  /** Address and subject in lower case, for searches. */
  @Prop({ select: false }) searchText!: string;
}

declare module '../platform/changes/change.js' {
  interface ChangedRecords {
    mails: Mail;
  }
}

declare module '../platform/submissions/submission.schema.js' {
  interface MadeRecords {
    mail: { mailId: Types.ObjectId };
  }
}

export const MailSchema = SchemaFactory.createForClass(Mail);

/** Returns the schema with a TTL index that deletes mails after `retentionDays`. */
export function createMailSchema(retentionDays: number) {
  const schema = MailSchema.clone();
  schema.index({ key: 1 }, { unique: true });
  schema.index({ dueAt: 1, _id: 1 }, { partialFilterExpression: { dueAt: { $exists: true } } });
  // Also serves the filter by state: each further index would cost every checkout a key.
  schema.index({ state: 1, nextAttemptAt: 1, _id: 1 });
  // A list of one kind, and its count, would read every mail.
  schema.index({ kind: 1, createdAt: 1, _id: 1 });
  schema.index({ paymentId: 1, createdAt: 1, _id: 1 });
  schema.index({ customerId: 1, createdAt: 1, _id: 1 });
  schema.index({ createdAt: -1, _id: -1 });
  schema.index({ createdAt: 1 }, { expireAfterSeconds: retentionDays * 86_400 });
  return schema;
}

/** The projection of the fields that responses contain. */
export const shownMailFields = withoutUnselected(MailSchema);

/** Returns a mail that was just queued as the list shows it. */
export const shownMail = <Shown extends Mail>(mail: Shown): Shown => omitUnselected(mail, MailSchema);
