import { type ClientSession, type Connection, Types } from 'mongoose';
import type { Calendar } from '#domain/platform/calendar';
import { withFees } from '#domain/payouts/payout-figures';
import { asCents } from '#domain/platform/money';
import { booksOn, openDay } from '../books/ledger-act.js';
import { passGate, readClosedUntil } from './closed-days.js';
import {
  bookedFees,
  eachPayoutBatch,
  figureLines,
  type Line,
  madeFigures,
  type Payout,
  type ReadPayout,
  unknownLines,
  wrongPayouts,
} from './payout-check.js';

/** Returns the booked fees with what is missing of them, on the payout's day, or today where that day is closed. */
async function correctFees(
  connection: Connection,
  { payout, lines }: ReadPayout,
  today: string,
  session: ClientSession,
): Promise<Payout['fees']> {
  const { stored, made } = bookedFees(payout, lines);
  if (stored === made) return payout.fees;
  const closedUntil = await readClosedUntil(connection, session);
  await passGate(connection, new Types.ObjectId(), session);
  const bookedOn = openDay(payout.day, booksOn(today, closedUntil));
  return withFees(payout.fees, { bookedOn, cents: asCents(made - stored) });
}

/** Corrects the figures of a payout and the marks of its lines. */
async function correctPayout(
  connection: Connection,
  read: ReadPayout,
  today: string,
  session: ClientSession,
) {
  const { payout, lines } = read;
  const { db } = connection;
  const { withoutPayment, ...figures } = madeFigures(payout, lines);
  const fees = await correctFees(connection, read, today, session);
  await db!.collection<Payout>('cardpayouts').updateOne(
    { _id: payout._id },
    {
      $set: { ...figures, fees, ...(withoutPayment && { withoutPayment }) },
      ...(!withoutPayment && { $unset: { withoutPayment: '' } }),
    },
    { session },
  );
  const marks = db!.collection<Line>('cardpayoutlines');
  const unknown = unknownLines(lines).map(({ _id }) => _id);
  await marks.updateMany({ _id: { $in: unknown } }, { $set: { isUnknown: true } }, { session });
  await marks.updateMany(
    { payoutId: payout._id, _id: { $nin: unknown }, isUnknown: { $exists: true } },
    { $unset: { isUnknown: '' } },
    { session },
  );
}

/**
 * Corrects what follows from the lines of payouts: their sums, fees, state and marks, and the payout that payments name.
 * A day that is closed stays as it is. A bank transaction that is not that of its payout stays, too: neither follows from
 * the other.
 */
export async function rebuildPayouts(connection: Connection, calendar: Calendar): Promise<void> {
  await eachPayoutBatch(connection, async (batch, session): Promise<never[]> => {
    for (const read of batch) {
      const { payout, lines, payments } = read;
      if (figureLines(payout, lines).length)
        await correctPayout(connection, read, calendar.dayOf(new Date()), session);
      for (const { paymentId, payout: named } of wrongPayouts(payout, lines, payments))
        await connection
          .collection('payments')
          .updateOne(
            { _id: paymentId },
            { $set: { payout: named }, $unset: { awaitsPayout: '' } },
            { session },
          );
    }
    return [];
  });
}
