import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** The id of the record that has the day until which the books are closed. */
export const closingId = 'closing';

/**
 * Either the closing, or one of the gates that every booking in a past month passes: a closing writes all of them, so that
 * of a closing and a booking at the same time one is run again with what the other has made.
 */
@Schema({ collection: 'books', versionKey: false })
export class BooksRecord {
  @Prop() _id!: string;
  /** YYYY-MM-DD: the last day that does not change any more; empty where none is closed. */
  @Prop() closedUntil?: string;
  @Prop() closedBy?: string;
  @Prop() closedAt?: Date;
  /** Of a gate: the number of bookings and closings that have passed. */
  @Prop() passed?: number;
}

export const BooksRecordSchema = SchemaFactory.createForClass(BooksRecord);

/** Number of gates: bookings of payments in different ones do not wait for each other. */
const gateCount = 16;

/** The ids of all gates. */
export const gateIds = Array.from({ length: gateCount }, (_, number) => `gate:${number}`);

/** The gate of a payment's bookings. */
export const gateOf = (paymentId: { toHexString(): string }): string =>
  gateIds[Number.parseInt(paymentId.toHexString().slice(-1), 16) % gateCount]!;
