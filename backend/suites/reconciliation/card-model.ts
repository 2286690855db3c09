/** The fact that one event tells of a card payment; amounts are minor units of the session's currency. */
export interface CardFact {
  /** The provider's id of the event, and its time in seconds. */
  event: string;
  at: number;
  session?: 'processing' | 'paid' | 'failed';
  /** A refund as it stands, and the time at which it was made. */
  refund?: { id: string; minor: number; status: 'pending' | 'succeeded' | 'failed'; made: number };
  /** The sum that the charge has given back. */
  total?: { charge: string; minor: number };
  dispute?: { id: string; minor: number; status: 'needs_response' | 'lost' | 'won' };
}

interface Told {
  minor: number;
  told: readonly CardFact[];
}

/** Money that a session shows: cents of its payment's currency. */
interface CardMoney {
  kind: 'receipt' | 'refund' | 'chargeback';
  cents: number;
  day: string;
  cardId: string;
}

const dayOf = (at: number): string => new Date(at * 1000).toISOString().slice(0, 10);

/** The facts, sorted by the time at which they happened. */
const inOrder = ({ told }: Told): CardFact[] => [...told].sort((one, other) => one.at - other.at);

export const sessionState = (told: Told): CardFact['session'] =>
  inOrder(told).findLast(({ session }) => session)?.session;

/** The latest of each id. */
const byId = <Fact extends { id: string }>(facts: readonly Fact[]): Fact[] => [
  ...new Map(facts.map((fact) => [fact.id, fact])).values(),
];

/** The money that was given back, oldest first: refunds once by their ids, the rest of the charge's total, and lost disputes. */
function givenBack(
  session: Told,
): { kind: 'refund' | 'chargeback'; minor: number; at: number; cardId: string }[] {
  const facts = inOrder(session);
  const refunds = byId(facts.flatMap(({ at, refund }) => (refund ? [{ ...refund, at }] : [])));
  const succeeded = refunds.filter(({ status }) => status === 'succeeded');
  const disputes = byId(facts.flatMap(({ at, dispute }) => (dispute ? [{ ...dispute, at }] : [])));
  const told = facts.findLast(({ total }) => total);
  // A refund that failed before the total was told is not in it.
  const isIncluded = ({ status, at }: (typeof refunds)[number]) => status !== 'failed' || at >= told!.at;
  const rest = told
    ? told.total!.minor - refunds.filter(isIncluded).reduce((sum, { minor }) => sum + minor, 0)
    : 0;
  return [
    ...succeeded.map(({ id, minor, made }) => ({ kind: 'refund' as const, minor, at: made, cardId: id })),
    ...(rest > 0
      ? [{ kind: 'refund' as const, minor: rest, at: told!.at, cardId: told!.total!.charge }]
      : []),
    ...disputes
      .filter(({ status }) => status === 'lost')
      .map(({ id, minor, at }) => ({ kind: 'chargeback' as const, minor, at, cardId: id })),
  ].sort((one, other) => one.at - other.at);
}

/** Converts minor units: the whole session in another currency stands for the payment's whole amount. */
const converted = (
  minor: number,
  session: Told & { currency: string },
  { cents, currency }: { cents: number; currency: string },
): number => (session.currency === currency ? minor : Math.round((cents * minor) / session.minor));

/** The money that the events show, in the payment's currency: parts are rounded so that they add up. */
export function cardMoney(
  session: Told & { currency: string },
  payment: { cents: number; currency: string },
): CardMoney[] {
  const state = sessionState(session);
  if (state !== 'paid') return [];
  const paid = inOrder(session).find((fact) => fact.session === 'paid')!;
  let total = 0;
  return [
    { kind: 'receipt', cents: converted(session.minor, session, payment), day: dayOf(paid.at), cardId: '' },
    ...givenBack(session).map(({ kind, minor, at, cardId }): CardMoney => {
      const before = converted(total, session, payment);
      total += minor;
      return { kind, cents: converted(total, session, payment) - before, day: dayOf(at), cardId };
    }),
  ];
}

/** The text of a payment's card: its state, what was given back, and its dispute. */
export function shownOf(
  session: Told & { currency: string },
  payment: { cents: number; currency: string },
): string {
  const given = givenBack(session).reduce((sum, { minor }) => sum + minor, 0);
  const state = sessionState(session);
  const isRefunded = state === 'paid' && given > 0 && given >= session.minor;
  const disputes = byId(inOrder(session).flatMap(({ at, dispute }) => (dispute ? [{ ...dispute, at }] : [])));
  const dispute =
    disputes.findLast(({ status }) => status === 'needs_response') ??
    disputes.findLast(({ status }) => status === 'lost');
  return JSON.stringify([
    isRefunded ? 'refunded' : state,
    converted(given, session, payment),
    dispute && [dispute.id, converted(dispute.minor, session, payment), dispute.status],
  ]);
}
