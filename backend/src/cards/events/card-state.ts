import { openDisputeStatuses } from '#domain/cards/cards';
import type { EntryEvidence } from '#domain/ledger/ledger';
import type { CardState } from '#domain/payments/payment-card';
import type {
  CardFact,
  CardIds,
  DisputeFact,
  RefundFact,
  RefundState,
  SessionFact,
} from '../providers/card-provider.js';

/** An event as the state of its payment depends on it. */
export interface FoldedEvent extends CardIds {
  eventId: string;
  occurredAt: Date;
  fact: CardFact;
}

/** A refund or a lost dispute: an amount in minor units of the session's currency, and its time. */
interface GivenBack {
  kind: 'refund' | 'chargeback';
  /** The record of the provider that shows it. */
  evidence: EntryEvidence;
  minor: number;
  at: Date;
}

/** The state of a card payment: amounts in minor units of the session's currency. */
export interface CardMoney {
  /** Undefined until an event of the session itself has come. */
  session?: SessionFact & { sessionId: string; paymentIntentId?: string };
  /** The event that paid the session. */
  paid?: { eventId: string; at: Date };
  /** The succeeded refunds and lost disputes, oldest first, and their sum. */
  given: GivenBack[];
  refunded: number;
  /** The dispute that is not decided, else a lost one. */
  dispute?: DisputeFact & { id: string };
}

interface Timed<Fact> {
  at: number;
  order: number;
  eventId: string;
  fact: Fact;
  ids: CardIds;
}

/** True where `one` is later: by its time, then by the order of facts in one second, then by the event's id. */
const isLater = (one: Timed<unknown>, other: Timed<unknown>): boolean =>
  one.at !== other.at
    ? one.at > other.at
    : one.order !== other.order
      ? one.order > other.order
      : one.eventId > other.eventId;

const latest = <Fact>(all: readonly Timed<Fact>[]): Timed<Fact> | undefined =>
  all.reduce<Timed<Fact> | undefined>((last, one) => (last && !isLater(one, last) ? last : one), undefined);

/** The latest fact of each id. */
function latestById<Fact>(all: readonly (Timed<Fact> & { id: string })[]): Map<string, Timed<Fact>> {
  const byId = new Map<string, Timed<Fact>>();
  for (const { id, ...one } of all) {
    const known = byId.get(id);
    if (!known || isLater(one, known)) byId.set(id, one);
  }
  return byId;
}

const timed = <Kind extends CardFact['kind']>(events: readonly FoldedEvent[], kind: Kind) =>
  events.flatMap(({ eventId, occurredAt, fact, ...ids }) =>
    fact.kind === kind
      ? [
          {
            at: occurredAt.getTime(),
            order: 'order' in fact ? fact.order : 0,
            eventId,
            fact: fact as Extract<CardFact, { kind: Kind }>,
            ids,
          },
        ]
      : [],
  );

/**
 * Returns the succeeded refunds. Each is counted once by its id, as it stood last. A charge's own total counts for those
 * whose ids are not known: from it are taken the known ones that it includes and that have not succeeded.
 */
function refundsOf(facts: readonly Timed<RefundFact>[]): GivenBack[] {
  const byId = latestById(
    facts.flatMap(({ fact, ...rest }) =>
      fact.refunds.map((refund) => ({ ...rest, id: refund.id, order: refund.order, fact: refund })),
    ),
  );
  const refunds: Timed<RefundState>[] = [...byId.values()];
  const sum = (those: readonly Timed<RefundState>[]) =>
    those.reduce((total, { fact }) => total + fact.minor, 0);
  const succeeded = refunds.filter(({ fact }) => fact.isSucceeded);
  const given = succeeded.map(({ at, fact: { id, minor, createdAt } }): GivenBack => ({
    kind: 'refund',
    evidence: { refundId: id },
    minor,
    at: createdAt ?? new Date(at),
  }));
  // Of totals of one second, the larger one is the later one.
  const total = latest(
    facts.flatMap((one) => (one.fact.total === undefined ? [] : [{ ...one, order: one.fact.total }])),
  );
  if (!total) return given;
  // A refund that failed before the total was told is not in it.
  const isIncluded = ({ at, fact }: Timed<RefundState>) => !fact.isFailed || at >= total.at;
  const open = sum(refunds.filter((one) => !one.fact.isSucceeded && isIncluded(one)));
  const rest = (total.fact.total ?? 0) - open - sum(succeeded);
  if (rest <= 0) return given;
  const evidence = { chargeId: total.ids.chargeId ?? total.eventId };
  return [...given, { kind: 'refund', evidence, minor: rest, at: new Date(total.at) }];
}

export const isOpen = ({ status }: DisputeFact): boolean =>
  (openDisputeStatuses as readonly string[]).includes(status);
const isLost = ({ status }: DisputeFact): boolean => status === 'lost';

/** Returns the event that loses a lost dispute: the one that closes it; until that has come, the earliest that says so. */
function lossOf(told: readonly Timed<DisputeFact>[]): Timed<DisputeFact> {
  const [loss] = told
    .filter(({ fact }) => isLost(fact))
    .toSorted((one, other) => other.order - one.order || (isLater(one, other) ? 1 : -1));
  return loss!;
}

const toldDisputes = (events: readonly FoldedEvent[]) =>
  timed(events, 'dispute').map((one) => ({ ...one, id: one.ids.disputeId ?? one.eventId }));

/** Returns the latest fact of each dispute by its id, those in another currency than the session's among them. */
export const disputesOf = (events: readonly FoldedEvent[]): Map<string, DisputeFact> =>
  new Map([...latestById(toldDisputes(events))].map(([id, { fact }]) => [id, fact]));

/** True where an event's amounts can be added to those of the session. */
export const isSameCurrency = ({ fact }: Pick<FoldedEvent, 'fact'>, currency: string | null): boolean =>
  fact.kind === 'session' || fact.currency === currency;

/**
 * Returns the state that the events of one card payment make. It depends on the set of events only, neither on the order
 * of their arrival nor on repetitions. Amounts in another currency than the session's are left out.
 */
export function foldCard(all: readonly FoldedEvent[]): CardMoney {
  const events = [...new Map(all.map((event) => [event.eventId, event])).values()];
  const last = latest(timed(events, 'session'));
  if (!last?.ids.sessionId) return { given: [], refunded: 0 };
  const { sessionId, paymentIntentId } = last.ids;
  const counted = events.filter((event) => isSameCurrency(event, last.fact.currency));
  const told = toldDisputes(counted);
  const disputes = [...latestById(told)];
  const those = (matches: (fact: DisputeFact) => boolean) => disputes.filter(([, { fact }]) => matches(fact));
  const lost = those(isLost).map(([id, { fact }]): GivenBack => {
    const { eventId, at } = lossOf(told.filter((one) => one.id === id));
    const evidence = { disputeId: id, eventId };
    return { kind: 'chargeback', evidence, minor: fact.minor, at: new Date(at) };
  });
  const shown =
    latest(those(isOpen).map(([id, one]) => ({ ...one, id }))) ??
    latest(those(isLost).map(([id, one]) => ({ ...one, id })));
  const given = [...refundsOf(timed(counted, 'refund')), ...lost].sort(
    (one, other) =>
      one.at.getTime() - other.at.getTime() ||
      (JSON.stringify(one.evidence) < JSON.stringify(other.evidence) ? -1 : 1),
  );
  const [paid] = timed(events, 'session')
    .filter(({ fact }) => fact.state === 'paid')
    .sort((one, other) => (isLater(one, other) ? 1 : -1));
  return {
    session: { ...last.fact, sessionId, ...(paymentIntentId && { paymentIntentId }) },
    ...(last.fact.state === 'paid' && paid && { paid: { eventId: paid.eventId, at: new Date(paid.at) } }),
    given,
    refunded: given.reduce((total, { minor }) => total + minor, 0),
    ...(shown && { dispute: { ...shown.fact, id: shown.ids.disputeId ?? shown.eventId } }),
  };
}

/** The word for the state of a session, of which `refunded` was given back. */
export const cardState = ({ session, refunded }: CardMoney): CardState =>
  session?.state === 'paid' && refunded > 0 && refunded >= (session.minor ?? 0)
    ? 'refunded'
    : session?.state === 'failed' || session?.state === 'paid'
      ? session.state
      : 'processing';
