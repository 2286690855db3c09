import type { Calendar } from '#domain/calendar';
import { type CardPayer, cardProviderNames, type HeldReason, isOpenDispute } from '#domain/cards';
import type { CardDispute, CardProvider, CardState, PaymentCard } from '#domain/paymentCard';
import { formatDay } from '#domain/dates';
import { canadianPrices, type Price, priceFor, quoteFor } from '#domain/prices';
import {
  asCents,
  currencies,
  type Currency,
  formatCents,
  formatNamedMoney,
  isWholeCents,
  roundToCents,
  toCents,
} from '#domain/money';
import { isSettled, maximumAmount, type PaymentStatus } from '#domain/payments';
import { cardState, type CardMoney } from './card-state.js';
import type { SessionFact } from './providers/card-provider.js';
import { fromMinorUnits } from './providers/minor-units.js';

const isRecorded = (currency: string | null): currency is Currency =>
  (currencies as readonly (string | null)[]).includes(currency);

/** The price that a session was paid at, in a currency that is recorded; undefined for any other amount. */
export function paidPrice({ minor, currency }: Pick<SessionFact, 'minor' | 'currency'>): Price | undefined {
  if (minor === null || !isRecorded(currency)) return undefined;
  const amount = fromMinorUnits(minor, currency);
  return amount > 0 && amount <= maximumAmount && isWholeCents(amount) ? { amount, currency } : undefined;
}

/** The reason for which a session cannot be recorded as a new payment. */
export function heldReasonOf(session: SessionFact, payer: CardPayer): HeldReason | undefined {
  const { minor, currency } = session;
  if (minor === null || currency === null) return 'amount';
  if (!isRecorded(currency)) return 'currency';
  if (!paidPrice(session)) return 'amount';
  return payer.email ? undefined : 'email';
}

/** The status of a payment in a state of its card. */
const statusOf: Record<CardState, PaymentStatus> = {
  processing: 'pending',
  paid: 'paid',
  failed: 'failed',
  refunded: 'refunded',
};

/** The price at the payer's place, where the amount that was paid is none of its prices: in CAD as shown, or as recorded. */
export function differingPrice(paid: Price, { country, province }: CardPayer): Price | undefined {
  const prices = [priceFor(country, province), quoteFor(country, province)];
  // Without a province, any price of a province is a price of the place.
  if (country === 'canada' && !province)
    prices.push(...Object.values(canadianPrices).map((amount): Price => ({ amount, currency: 'CAD' })));
  const isPrice = prices.some(({ amount, currency }) => amount === paid.amount && currency === paid.currency);
  return isPrice ? undefined : prices[0];
}

/** The payment that a card payment is recorded as, which an admin may have named. */
type Recorded = Price & { card?: PaymentCard };

/**
 * Converts an amount of the session into the payment's currency. Where an admin has assigned a session in another
 * currency, the whole of it stands for the payment's whole amount.
 */
function inPayment(minor: number, session: SessionFact, { amount, currency }: Price): number {
  if (session.currency === currency) return fromMinorUnits(minor, currency);
  return session.minor ? roundToCents((amount * minor) / session.minor) : 0;
}

function disputeOf({ session, dispute }: CardMoney, payment: Price): CardDispute | undefined {
  if (!dispute || !session) return undefined;
  const { id, minor, reason, status, dueBy } = dispute;
  return {
    ...{ id, amount: inPayment(minor, session, payment), currency: payment.currency },
    ...{ reason, status, dueBy: dueBy?.toISOString() ?? null },
  };
}

/** The `card` of a payment in the state that its events have made. */
export function cardOf(
  provider: CardProvider,
  money: CardMoney & { session: NonNullable<CardMoney['session']> },
  live: boolean,
  payment: Recorded,
): PaymentCard {
  const { session, refunded } = money;
  const dispute = disputeOf(money, payment);
  const price = payment.card?.price;
  return {
    ...{ provider, sessionId: session.sessionId, paymentIntentId: session.paymentIntentId ?? null, live },
    state: cardState(money),
    refunded: inPayment(refunded, session, payment),
    ...(dispute && { dispute }),
    ...(price && { price }),
  };
}

interface Entry {
  status: PaymentStatus;
  note: string;
}

const stateNotes: Record<Exclude<CardState, 'refunded'>, string> = {
  processing: 'Card payment is being processed',
  paid: 'Paid by card',
  failed: 'Card payment failed',
};

const disputeWords = (word: string): string => word.replaceAll('_', ' ');

function disputeNote(
  before: CardDispute | undefined,
  after: CardDispute | undefined,
  calendar: Calendar,
): string | undefined {
  const changed = after ?? before;
  if (!changed) return undefined;
  const money = formatNamedMoney(changed.amount, changed.currency);
  if (!after) return `Dispute won or withdrawn: ${money} stays`;
  if (before?.id === after.id && before.status === after.status && before.amount === after.amount)
    return undefined;
  if (!isOpenDispute(after)) return `Dispute lost: ${money}`;
  const due = after.dueBy ? `, respond by ${formatDay(calendar.dayOf(new Date(after.dueBy)))}` : '';
  return before?.id === after.id
    ? `Dispute of ${money}: ${disputeWords(after.status)}${due}`
    : `Dispute opened: ${money}, ${disputeWords(after.reason)}${due}`;
}

/**
 * The change of a payment from one state of its card to the next: the entries of its history, and the provider's status
 * where that has become another one. Days are those of the calendar.
 */
export function cardChange(
  before: { status?: PaymentStatus; card?: PaymentCard | undefined },
  after: PaymentCard,
  currency: Currency,
  calendar: Calendar,
): { status?: PaymentStatus; history: Entry[] } {
  const { card } = before;
  const isTakenBack = card?.state === 'refunded' && after.state === 'paid';
  // An admin's "confirmed" says all that "paid" does.
  const isKept = after.state === card?.state || (after.state === 'paid' && isSettled(before.status ?? ''));
  const status = isKept ? undefined : statusOf[after.state];
  const stands = status ?? before.status ?? statusOf[after.state];
  const from = `${cardProviderNames[after.provider]} ${after.paymentIntentId ?? after.sessionId}`;
  const history: Entry[] = [];
  const isNew = after.state !== card?.state && !isTakenBack;
  if (isNew && after.state !== 'refunded')
    history.push({ status: stands, note: `${stateNotes[after.state]} · ${from}` });
  // A payment that comes with its refunds was paid first.
  else if (isNew && card?.state !== 'paid')
    history.push({ status: 'paid', note: `${stateNotes.paid} · ${from}` });
  const given = toCents(after.refunded) - toCents(card?.refunded ?? 0);
  if (given > 0)
    history.push({ status: stands, note: `${formatCents(asCents(given), currency)} refunded by card` });
  if (given < 0)
    history.push({
      status: stands,
      note: `Card refund of ${formatCents(asCents(-given), currency)} taken back`,
    });
  const note = disputeNote(card?.dispute, after.dispute, calendar);
  if (note) history.push({ status: stands, note });
  return { ...(status && { status }), history };
}
