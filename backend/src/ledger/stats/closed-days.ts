import type { ClientSession, Connection, Types } from 'mongoose';
import { type BooksRecord, closingId, gateOf } from '../books/closing.schema.js';

const booksOf = ({ db }: Connection) => db!.collection<BooksRecord>('books');

/** Returns the last day that is closed; empty where none is. */
export async function readClosedUntil(connection: Connection, session?: ClientSession): Promise<string> {
  const closing = await booksOf(connection).findOne({ _id: closingId }, session ? { session } : {});
  return closing?.closedUntil ?? '';
}

/** Passes the gate of what is booked in a transaction, so that of it and a closing at the same time one is run again. */
export async function passGate(connection: Connection, id: Types.ObjectId, session: ClientSession) {
  const passed = { $inc: { passed: 1 } };
  await booksOf(connection).updateOne({ _id: gateOf(id) }, passed, { upsert: true, session });
}
