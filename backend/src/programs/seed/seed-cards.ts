import type { Caller } from '../../platform/http/caller.decorator.js';
import type { INestApplicationContext } from '@nestjs/common';
import type { Connection } from 'mongoose';
import type { Customer } from '../../customers/customer.schema.js';
import { CardDecisions } from '../../cards/card-decisions.service.js';
import { CardEventsService } from '../../cards/card-events.service.js';
import { CardEventStore } from '../../cards/events/card-event-store.js';
import { readStripeEvent } from '../../cards/providers/stripe-event.js';
import {
  sampleCharge,
  sampleDispute,
  sampleEvent,
  samplePayment,
  type SamplePayment,
  sampleRefund,
  sampleSession,
} from '../../cards/samples.js';

const hour = 3600;
const caller: Caller = { by: 'card', actor: { kind: 'program' }, ip: '127.0.0.1', requestId: 'seed' };
const admin = { ...caller, by: 'admin' };

type Step = [type: string, object: object];

const completed = (payment: SamplePayment, status?: Parameters<typeof sampleSession>[1]): Step => [
  'checkout.session.completed',
  sampleSession(payment, status),
];
const refunded = (payment: SamplePayment, amount: number): Step => [
  'refund.created',
  sampleRefund(payment, { amount }),
];

/** The card payments that differ from each other: the fewest that a seed has. */
export const leastCards = 7;

/**
 * Adds card payments of the first customers with events in every state: paid, refunded in parts, disputed, processing,
 * failed, at another amount than the price and of the test mode; held, dismissed and waiting events make none. Those
 * beyond are paid, one every few days before, and a dispute of some is won or lost. No mail about them is left to send.
 */
export async function seedCards(connection: Connection, app: INestApplicationContext, number: number) {
  const customers = await connection
    .collection<Customer>('customers')
    .find({ country: 'canada' })
    .sort({ _id: 1 })
    .limit(number)
    .toArray();
  const [events, decisions, store] = [
    app.get(CardEventsService),
    app.get(CardDecisions),
    app.get(CardEventStore),
  ];
  const paymentOf = (index: number, values: Partial<SamplePayment> = {}) => {
    const { fullName: name, email, phone } = customers[index % customers.length]!;
    return samplePayment({ live: true, name, email, phone, ...values });
  };
  const last = Math.floor(Date.now() / 1000) - 48 * hour;
  let at = last;
  const send = async (payment: SamplePayment, ...steps: Step[]) => {
    for (const [type, object] of steps) {
      at += hour;
      const event = sampleEvent(type, object, { live: payment.live, at });
      const message = readStripeEvent(event);
      if (message?.fact) await events.accept(message, caller);
    }
    return payment;
  };
  const unpaid = { payment_status: 'unpaid' } as const;
  const [paid, parts, disputed, processing, failed] = [0, 1, 2, 3, 4].map((index) => paymentOf(index));
  await send(paid!, completed(paid!));
  await send(parts!, completed(parts!), refunded(parts!, 50_000), refunded(parts!, 25_661));
  await send(parts!, ['charge.refunded', sampleCharge(parts!, 75_661)]);
  await send(disputed!, completed(disputed!), ['charge.dispute.created', sampleDispute(disputed!)]);
  await send(processing!, completed(processing!, unpaid));
  await send(failed!, completed(failed!, unpaid), [
    'checkout.session.async_payment_failed',
    sampleSession(failed!, unpaid),
  ]);
  const differing = paymentOf(5, { amount: 200_000 });
  await send(differing, completed(differing));
  const test = paymentOf(6, { live: false });
  await send(test, completed(test));
  for (let index = leastCards; index < number; index++) {
    at = last - (number - index) * 96 * hour;
    const own = paymentOf(index);
    const dispute = sampleDispute(own, { status: index % 2 ? 'won' : 'lost' });
    const contested: Step[] = ['created', 'closed'].map((type) => [`charge.dispute.${type}`, dispute]);
    await send(own, completed(own), ...(index % 6 < 2 ? contested : []));
  }
  at = last + 24 * hour;
  // These wait for an admin, or for their payment.
  const euros = paymentOf(0, { currency: 'eur', amount: 154_000 });
  await send(euros, completed(euros));
  const nameless = paymentOf(1, { email: null });
  await send(nameless, completed(nameless));
  const early = paymentOf(2);
  await send(early, refunded(early, 10_000));
  const dismissed = paymentOf(3, { currency: 'eur', amount: 100 });
  await send(dismissed, completed(dismissed));
  const held = await store.events.findOne({ sessionId: dismissed.sessionId }, { sort: { _id: 1 } });
  await decisions.dismiss(held!._id, 'A trial of the card page', admin);
  const recorded = await store.events.distinct('paymentId', { paymentId: { $exists: true } });
  await connection.collection('mails').deleteMany({ paymentId: { $in: recorded } });
}
