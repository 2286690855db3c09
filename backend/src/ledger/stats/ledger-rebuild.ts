import type { ClientSession, Connection } from 'mongoose';
import type { Calendar } from '#domain/platform/calendar';
import { isTestPayment } from '#domain/cards/cards';
import type { ExchangeRates } from '#domain/platform/money';
import { bookingsFor, booksOn } from '../books/ledger-act.js';
import type { StoredBooking } from '../books/booking.schema.js';
import { passGate, readClosedUntil } from './closed-days.js';
import { type Batch, eachBatch, strayBookings } from './ledger-batches.js';
import { bookingLines, derivedFields, wrongFields } from './ledger-figures.js';

/** The actor of bookings that a rebuild makes. */
const by = 'figures';

/**
 * Corrects what follows from the entries of payments: the stored figures, and the bookings; those of payments that are not
 * there go. A day that is closed stays as it is. Entries that differ from the bank's transactions stay as they are: neither
 * follows from the other.
 */
export async function rebuildLedgers(
  connection: Connection,
  { calendar, exchangeRates }: { calendar: Calendar; exchangeRates: ExchangeRates },
): Promise<void> {
  const { db } = connection;
  const stored = db!.collection<StoredBooking>('bookings');
  const correct = async ({ payments, bookings }: Batch, session: ClientSession): Promise<never[]> => {
    const time = booksOn(calendar.dayOf(new Date()), await readClosedUntil(connection, session));
    for (const payment of payments) {
      const own = bookings.get(String(payment._id)) ?? [];
      const rate = exchangeRates[payment.currency];
      const made = bookingLines(payment, own).length
        ? bookingsFor(
            isTestPayment(payment) ? { ...payment, ledger: [] } : payment,
            own,
            { ...time, rate },
            by,
          )
        : [];
      if (made.length) {
        await stored.insertMany(made, { session });
        await passGate(connection, payment._id, session);
      }
      const derived = derivedFields(payment, [...own, ...made]);
      const wrong = wrongFields(payment, derived);
      if (!wrong.length) continue;
      const [set, unset] = [true, false].map((isSet) =>
        wrong.filter((name) => (derived[name] !== undefined) === isSet),
      ) as [typeof wrong, typeof wrong];
      await db!.collection('payments').updateOne(
        { _id: payment._id },
        {
          ...(set.length && { $set: Object.fromEntries(set.map((name) => [name, derived[name]])) }),
          ...(unset.length && { $unset: Object.fromEntries(unset.map((name) => [name, ''])) }),
        },
        { session },
      );
    }
    return [];
  };
  await eachBatch(connection, correct);
  const closedUntil = await readClosedUntil(connection);
  for await (const ids of strayBookings(connection))
    if (ids.length) await stored.deleteMany({ paymentId: { $in: ids }, bookedOn: { $gt: closedUntil } });
}
