import type { PaymentLedger } from '#domain/ledger/ledger-calls';
import type { ModelPayment } from './ledger-model.js';

interface Line extends Pick<PaymentLedger['entries'][number], '_id' | 'step' | 'kind' | 'day' | 'bookedOn'> {
  of?: string | undefined;
  way?: string | undefined;
  amount?: number | undefined;
  shortfall?: number | undefined;
  status?: string | undefined;
  word?: boolean | undefined;
  fee?: number | undefined;
  voided?: { bookedOn: string } | undefined;
  cardId?: string | undefined;
}

/** Writes entries with their bookings, a line each: ids are places in the list. */
function lines(
  entries: readonly Line[],
  bookings: readonly { entryId: string; bookedOn: string; currency: string; cents: number }[],
): string[] {
  const placeOf = (field: '_id' | 'step', id: string | undefined) =>
    id && entries.findIndex((one) => one[field] === id);
  return entries.map(
    ({ _id, step, kind, of, way, amount, shortfall, status, word, fee, day, bookedOn, voided, cardId }) => {
      const sums = new Map<string, number>();
      for (const { entryId, bookedOn: on, currency, cents } of bookings)
        if (entryId === _id) sums.set(`${on} ${currency}`, (sums.get(`${on} ${currency}`) ?? 0) + cents);
      const booked = [...sums].filter(([, cents]) => cents).map(([on, cents]) => `${on} ${cents / 100}`);
      return JSON.stringify({
        step: placeOf('step', step),
        kind,
        of: placeOf('_id', of),
        way,
        amount,
        shortfall,
        status,
        word,
        fee,
        cardId,
        day,
        bookedOn,
        voided: voided?.bookedOn,
        booked: booked.sort(),
      });
    },
  );
}

/** The model's entries of a payment; a card's receipt has no id of its own. */
export const linesOf = ({ entries, bookings }: ModelPayment): string[] =>
  lines(
    entries.map((entry) => ({ ...entry, cardId: entry.cardId || undefined })),
    bookings,
  );

/** The server's entries of a payment. */
export const linesRead = ({ entries, bookings }: PaymentLedger): string[] =>
  lines(
    entries.map(({ evidence: { refundId, disputeId, chargeId } = {}, ...entry }) => ({
      ...entry,
      cardId: refundId ?? disputeId ?? chargeId,
    })),
    bookings.map((booking) => ({ ...booking, cents: Math.round(booking.amount * 100) })),
  );
