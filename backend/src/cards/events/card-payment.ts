import { Types } from 'mongoose';
import type { Calendar } from '#domain/platform/calendar';
import { type CardPayer, cardProviderNames, type HeldReason, isOpenDispute } from '#domain/cards/cards';
import type { CardDispute, CardProvider, CardState, PaymentCard } from '#domain/payments/payment-card';
import { formatDay } from '#domain/platform/dates';
import type { LedgerEntry } from '#domain/ledger/ledger';
import { type EntryDraft, moneyWith, shortfallEndedBy } from '#domain/ledger/ledger-drafts';
import { type LedgerRecord, moneyOf } from '#domain/ledger/payment-money';
import { isEmail, personLimits } from '#domain/customers/person-fields';
import { countries, type Country } from '#domain/places/countries';
import { ownRegion, places } from '#domain/places/places';
import { findRegion } from '#domain/places/locations';
import { cleanLine } from '#domain/platform/rules';
import { type Price, priceFor, quoteFor } from '#domain/places/prices';
import {
  asCents,
  type Cents,
  currencies,
  type Currency,
  formatCents,
  formatNamedMoney,
  isWholeCents,
  roundToCents,
  sumOfCents,
  toAmount,
  toCents,
} from '#domain/platform/money';
import { maximumAmount } from '#domain/payments/payments';
import type { LedgerAct } from '../../ledger/books/ledger-act.js';
import type { CardChange } from '../../payments/card-payments.service.js';
import { cardState, type CardMoney } from './card-state.js';
import type { ProviderPayer, SessionFact } from '../providers/card-provider.js';
import { fromMinorUnits } from '../providers/minor-units.js';

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

/** The price at the payer's place, where the amount that was paid is none of its prices: in CAD as shown, or as recorded. */
export function differingPrice(paid: Price, { country, province }: CardPayer): Price | undefined {
  const prices = [priceFor(country, province), quoteFor(country, province)];
  const { regionPrices = {}, currency: recorded } = places[country];
  // Without a province, any price of a province is a price of the place.
  if (!province)
    prices.push(...Object.values(regionPrices).map((amount): Price => ({ amount, currency: recorded })));
  const isPrice = prices.some(({ amount, currency }) => amount === paid.amount && currency === paid.currency);
  return isPrice ? undefined : prices[0];
}

/** The state of a card payment of which an event of the session itself has come. */
export type KnownMoney = CardMoney & { session: NonNullable<CardMoney['session']> };

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
    id,
    amount: inPayment(minor, session, payment),
    currency: payment.currency,
    reason,
    status,
    dueBy: dueBy?.toISOString() ?? null,
  };
}

/** The `card` of a payment in the state that its events have made. */
export function cardOf(
  provider: CardProvider,
  money: KnownMoney,
  live: boolean,
  payment: Price & { card?: PaymentCard },
): PaymentCard {
  const { session, refunded } = money;
  const dispute = disputeOf(money, payment);
  const { price, sameVisit } = payment.card ?? {};
  return {
    provider,
    sessionId: session.sessionId,
    paymentIntentId: session.paymentIntentId ?? null,
    live,
    state: cardState(money),
    refunded: inPayment(refunded, session, payment),
    ...(dispute && { dispute }),
    ...(price && { price }),
    ...(sameVisit && { sameVisit }),
  };
}

const stateNotes: Record<Exclude<CardState, 'refunded'>, string> = {
  processing: 'Card payment is being processed',
  paid: 'Paid by card',
  failed: 'Card payment failed',
};

const disputeWords = (word: string): string => word.replaceAll('_', ' ');

function disputeNote(before: CardDispute | undefined, after: CardDispute | undefined, calendar: Calendar) {
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

/** The entries that a card payment's events make: its receipt, refunds and lost disputes, in the payment's currency. */
function cardEntries({ session, paid, given }: KnownMoney, payment: Price, calendar: Calendar): EntryDraft[] {
  const { currency } = payment;
  const original = (minor: number) =>
    session.currency === currency || !session.currency
      ? {}
      : { original: { amount: fromMinorUnits(minor, session.currency), currency: session.currency } };
  const { minor, paymentIntentId } = session;
  if (!paid || !minor) return [];
  const receipt: EntryDraft = {
    kind: 'receipt',
    way: 'card',
    amount: inPayment(minor, session, payment),
    ...original(minor),
    day: calendar.dayOf(paid.at),
    evidence: { ...(paymentIntentId && { paymentIntentId }), eventId: paid.eventId },
  };
  // Parts in another currency are rounded so that they add up.
  let total = 0;
  const back = given.map(({ kind, evidence, minor: part, at }): EntryDraft => {
    const before = toCents(inPayment(total, session, payment));
    total += part;
    const cents = asCents(toCents(inPayment(total, session, payment)) - before);
    return {
      kind,
      way: 'card',
      amount: toAmount(cents),
      ...original(part),
      day: calendar.dayOf(at),
      evidence,
    };
  });
  return [receipt, ...back];
}

/** Identifies the record of the provider that shows an entry. */
const shownBy = ({ kind, evidence = {} }: EntryDraft): string => {
  const { refundId, disputeId, chargeId } = evidence;
  return `${kind} ${refundId ?? disputeId ?? chargeId ?? ''}`;
};

/**
 * Returns whether the closing event of a lost dispute, which came after a later one, puts its entry on another day. The
 * entry stays where others followed it, as what they make depends on their order.
 */
const isRedated = (entry: LedgerEntry, draft: EntryDraft, ledger: readonly LedgerEntry[]): boolean =>
  entry.kind === 'chargeback' &&
  entry.evidence?.eventId !== undefined &&
  entry.evidence.eventId !== draft.evidence?.eventId &&
  entry.day !== draft.day &&
  ledger.findLast(({ voided }) => !voided) === entry;

const isCardMoney = ({ way, voided }: LedgerEntry): boolean => way === 'card' && !voided;

/**
 * Returns what the entries of a payment still lack of what the card's events say, and the steps that they do not say any
 * more. A debit that fails makes a pending payment of which nothing is kept failed.
 */
function missingEntries(
  payment: LedgerRecord & Price & { card?: PaymentCard },
  money: KnownMoney,
  calendar: Calendar,
): Required<Pick<LedgerAct, 'entries' | 'voids'>> {
  const { ledger = [] } = payment;
  const wanted = new Map(cardEntries(money, payment, calendar).map((draft) => [shownBy(draft), draft]));
  const standing = ledger.filter(isCardMoney);
  const isSaid = (entry: LedgerEntry) => {
    const draft = wanted.get(shownBy(entry));
    return !!draft && draft.amount === entry.amount && !isRedated(entry, draft, ledger);
  };
  const voids = standing.filter((entry) => !isSaid(entry)).map(({ step }) => step);
  const kept = ledger.filter(({ step }) => !voids.includes(step));
  const said = new Set(standing.filter(isSaid).map(shownBy));
  const entries: EntryDraft[] = [];
  for (const [key, draft] of wanted) {
    if (said.has(key)) continue;
    const ended =
      draft.kind === 'receipt'
        ? {}
        : shortfallEndedBy(moneyWith({ ...payment, ledger: kept }, entries), toCents(draft.amount ?? 0));
    entries.push({ ...draft, ...ended, step: new Types.ObjectId().toHexString() });
  }
  const figures = moneyOf(payment);
  const isFailed = money.session.state === 'failed' && payment.card?.state !== 'failed';
  if (isFailed && figures.status === 'pending' && figures.kept === 0)
    entries.push({ kind: 'said', status: 'failed', day: calendar.dayOf(new Date()) });
  return { entries, voids };
}

/** The refunds of entries: a lost dispute is none. */
const refundedBy = (entries: readonly EntryDraft[]): Cents =>
  sumOfCents(entries.filter(({ kind }) => kind === 'refund').map(({ amount = 0 }) => toCents(amount)));

/**
 * The change of a payment by what its events say now: the entries, and the lines of its history. `payment` is the one
 * before it, or the one that is made. Days are those of the calendar.
 */
export function cardChange(
  payment: LedgerRecord & Price & { card?: PaymentCard },
  money: KnownMoney,
  after: PaymentCard,
  calendar: Calendar,
): CardChange {
  const { card, currency } = payment;
  const from = `${cardProviderNames[after.provider]} ${after.paymentIntentId ?? after.sessionId}`;
  const notes: string[] = [];
  const isNew = after.state !== card?.state && !(card?.state === 'refunded' && after.state === 'paid');
  // A payment that comes with its refunds was paid first.
  if (isNew && !(after.state === 'refunded' && card?.state === 'paid'))
    notes.push(`${stateNotes[after.state === 'refunded' ? 'paid' : after.state]} · ${from}`);
  const missing = missingEntries(payment, money, calendar);
  const voided = payment.ledger?.filter((entry) => isCardMoney(entry) && missing.voids.includes(entry.step));
  const given = refundedBy(missing.entries) - refundedBy(voided ?? []);
  if (given > 0) notes.push(`${formatCents(asCents(given), currency)} refunded by card`);
  if (given < 0) notes.push(`Card refund of ${formatCents(asCents(-given), currency)} taken back`);
  const note = disputeNote(card?.dispute, after.dispute, calendar);
  if (note) notes.push(note);
  return { card: after, notes, ...missing };
}

const countryOf = (code: string | null | undefined): Country =>
  countries.find((country) => code && places[country].code === code) ?? 'other';

/** Returns the payer within the bounds of a visitor's own texts; the email is '' where there is none to write to. */
export function cleanPayer(payer: ProviderPayer): CardPayer {
  const country = countryOf(payer.country);
  const region = findRegion(country, payer.region)?.slug ?? null;
  const email = cleanLine(payer.email, personLimits.email);
  const { line1, line2 } = payer;
  return {
    // A payment link need not ask for a name.
    fullName: cleanLine(payer.name, personLimits.fullName) || cleanLine(email, personLimits.fullName),
    email: isEmail(email) ? email : '',
    phone: cleanLine(payer.phone, personLimits.phone),
    country,
    ...ownRegion({ country, province: region, state: region }),
    address: cleanLine([line1, line2].filter(Boolean).join(', '), personLimits.address),
    city: cleanLine(payer.city, personLimits.city),
    postalCode: cleanLine(payer.postalCode, personLimits.postalCode),
  };
}
