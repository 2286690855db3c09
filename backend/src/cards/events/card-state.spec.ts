import fc from 'fast-check';
import { cardState, foldCard, type FoldedEvent } from './card-state.js';
import type { CardFact } from '../providers/card-provider.js';

const total = 10_000;
const ids = { sessionId: 'cs_1', paymentIntentId: 'pi_1' };

const session = fc
  .record({ state: fc.constantFrom('paid', 'processing', 'failed'), order: fc.constantFrom(0, 1) })
  .map((values) => ({
    ids,
    fact: { kind: 'session', minor: total, currency: 'CAD', ...values } as CardFact,
  }));
const refund = fc
  .record({ id: fc.constantFrom('re_1', 're_2', 're_3'), order: fc.integer({ min: 0, max: 4 }) })
  .map(({ id, order }) => ({
    ids: { paymentIntentId: 'pi_1', chargeId: 'ch_1' },
    fact: {
      kind: 'refund' as const,
      currency: 'CAD',
      refunds: [{ id, order, minor: 3000, isSucceeded: order === 2, isFailed: order > 2 }],
    },
  }));
const charge = fc.integer({ min: 0, max: total }).map((given) => ({
  ids: { paymentIntentId: 'pi_1', chargeId: 'ch_1' },
  fact: { kind: 'refund' as const, currency: 'CAD', refunds: [], total: given },
}));
const dispute = fc
  .record({
    id: fc.constantFrom('dp_1', 'dp_2'),
    order: fc.integer({ min: 0, max: 2 }),
    status: fc.constantFrom('needs_response', 'under_review', 'won', 'lost'),
    currency: fc.constantFrom('CAD', 'CAD', 'EUR'),
  })
  .map(({ id: disputeId, ...values }) => ({
    ids: { paymentIntentId: 'pi_1', chargeId: 'ch_1', disputeId },
    fact: { kind: 'dispute' as const, minor: 4000, reason: 'fraudulent', dueBy: null, ...values },
  }));

/** Events of one payment; several of them are often of one second. */
const someEvents = fc
  .array(fc.tuple(fc.oneof(session, refund, charge, dispute), fc.integer({ min: 0, max: 5 })), {
    maxLength: 12,
  })
  .map((all) =>
    all.map(([event, second], index): FoldedEvent => ({
      ...event.ids,
      fact: event.fact,
      eventId: `evt_${index}`,
      occurredAt: new Date(second * 1000),
    })),
  );

const event = (eventId: string, second: number, fact: CardFact): FoldedEvent => ({
  eventId,
  occurredAt: new Date(second * 1000),
  ...ids,
  chargeId: 'ch_1',
  fact,
});
const paid: CardFact = { kind: 'session', state: 'paid', minor: total, currency: 'CAD', order: 0 };
const given = (id: string, minor: number, state: 'pending' | 'succeeded' | 'failed'): CardFact => ({
  kind: 'refund',
  currency: 'CAD',
  refunds: [{ id, minor, order: 0, isSucceeded: state === 'succeeded', isFailed: state === 'failed' }],
});
const charged = (sum: number): CardFact => ({ kind: 'refund', currency: 'CAD', refunds: [], total: sum });

describe('the state of a card payment', () => {
  it('is the same for any order and any repetition of its events', () => {
    fc.assert(
      fc.property(
        someEvents.chain((events) =>
          fc.tuple(
            fc.constant(events),
            fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 }),
          ),
        ),
        ([events, shuffled]) => expect(foldCard(shuffled)).toEqual(foldCard(events)),
      ),
      { numRuns: 2000 },
    );
  });

  it('never gives back less than nothing', () => {
    fc.assert(
      fc.property(someEvents, (events) => {
        const { refunded } = foldCard(events);
        expect(refunded).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 2000 },
    );
  });

  it.each<[string, CardFact[], number]>([
    ['a refund that a later total includes', [given('re_1', 1000, 'succeeded'), charged(1000)], 1000],
    [
      'a refund that only a total tells of',
      [charged(1000), given('re_2', 500, 'succeeded'), charged(1500)],
      1500,
    ],
    ['a refund that failed after the total', [charged(1000), given('re_1', 1000, 'failed')], 0],
    [
      'a further refund after one that has failed',
      [charged(1000), given('re_1', 1000, 'failed'), given('re_2', 300, 'succeeded'), charged(300)],
      300,
    ],
    ['a refund that is pending in a total', [given('re_1', 1000, 'pending'), charged(1000)], 0],
    [
      'the loss of more than is left',
      [
        given('re_1', 9000, 'succeeded'),
        { kind: 'dispute', minor: 4000, currency: 'CAD', reason: 'x', status: 'lost', dueBy: null, order: 2 },
      ],
      13_000,
    ],
  ])('counts %s', (_, facts, refunded) => {
    const events = [
      event('evt_paid', 0, paid),
      ...facts.map((fact, index) => event(`evt_${index}`, index + 1, fact)),
    ];
    expect(foldCard(events).refunded).toBe(refunded);
    expect(foldCard(events.toReversed()).refunded).toBe(refunded);
  });

  it('is refunded once all of it is given back', () => {
    const events = [event('evt_1', 0, paid), event('evt_2', 1, given('re_1', total, 'succeeded'))];
    expect(cardState(foldCard(events))).toBe('refunded');
    expect(cardState(foldCard(events.slice(0, 1)))).toBe('paid');
  });
});
