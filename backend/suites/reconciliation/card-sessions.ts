import { randomUUID } from 'node:crypto';
import {
  sampleCharge,
  sampleDispute,
  sampleEvent,
  sampleId,
  samplePayment,
  sampleRefund,
  sampleSession,
} from '../../src/cards/samples.js';
import type { CardFact } from './card-model.js';
import type { CardSession } from './ledger-model.js';
import type { Move } from './ledger-moves.js';

/** An event of the card provider: the fact for the model, and its body. */
export interface CardEvent {
  fact: CardFact;
  body: string;
}

/** Makes a session of the card page, with the events that may be told of it in the order in which they happen. */
export function cardSession(
  step: Extract<Move, { do: 'session' }>,
  minor: number,
): { session: CardSession; events: CardEvent[] } {
  const { which, isDebit, succeeds, isHeld, daysAgo, refunds, tellsTotal, dispute, isWonLate } = step;
  const sample = samplePayment({
    live: true,
    amount: minor,
    currency: which % 5 ? 'cad' : 'usd',
    email: isHeld ? null : `${randomUUID()}@example.com`,
  });
  const { sessionId: id, chargeId: charge } = sample;
  let at = Math.floor(Date.now() / 1000) - daysAgo * 86_400 - 3600;
  const events: CardEvent[] = [];
  const add = (type: string, object: object, fact: Omit<CardFact, 'event' | 'at'>) => {
    const event = sampleId('evt');
    events.push({
      fact: { event, at, ...fact },
      body: JSON.stringify(sampleEvent(type, object, { id: event, live: true, at })),
    });
    // Some of what follows comes months later.
    at = Math.min(
      at + (which % 2 ? 10 : 20 * 86_400),
      Math.floor(Date.now() / 1000) - 3000 + 10 * events.length,
    );
  };
  const paid = isDebit ? 'unpaid' : 'paid';
  const first = isDebit ? 'processing' : 'paid';
  add('checkout.session.completed', sampleSession(sample, { payment_status: paid }), { session: first });
  if (isDebit && !succeeds)
    add(
      ...([
        'checkout.session.async_payment_failed',
        sampleSession(sample, { payment_status: 'unpaid' }),
      ] as const),
      { session: 'failed' },
    );
  else {
    if (isDebit) add('checkout.session.async_payment_succeeded', sampleSession(sample), { session: 'paid' });
    let given = 0;
    for (const { minor: part, fails, isPending } of refunds) {
      const refund = { ...sampleRefund(sample, { amount: part, created: at }), status: 'succeeded' };
      const { id: refundId } = refund;
      const fact = { id: refundId, minor: part, made: at };
      if (isPending)
        add('refund.created', { ...refund, status: 'pending' }, { refund: { ...fact, status: 'pending' } });
      given += part;
      add(`refund.${isPending ? 'updated' : 'created'}`, refund, {
        refund: { ...fact, status: 'succeeded' },
      });
      if (tellsTotal)
        add('charge.refunded', sampleCharge(sample, given), { total: { charge, minor: given } });
      if (!fails) continue;
      given -= part;
      add('refund.failed', { ...refund, status: 'failed' }, { refund: { ...fact, status: 'failed' } });
    }
    const opened = sampleDispute(sample, { amount: Math.ceil(minor / (1 + (which % 3))) });
    const fact = { id: opened.id, minor: opened.amount! };
    const closed = (status: 'lost' | 'won') =>
      add('charge.dispute.closed', { ...opened, status }, { dispute: { ...fact, status } });
    if (dispute) add('charge.dispute.created', opened, { dispute: { ...fact, status: 'needs_response' } });
    if (dispute === 'won' || dispute === 'lost') closed(dispute);
    if (dispute === 'lost' && isWonLate) closed('won');
  }
  const currency = sample.currency!.toUpperCase();
  return { session: { id, minor, currency, isHeld, told: [] }, events };
}
