import { type CheckoutDetails, type CheckoutLocation, type CheckoutRequest } from '#domain/visitor/checkout';
import type { PartTerms } from '#domain/visitor/parts-offer';
import type { PlanPart } from '#domain/payments/plan-parts';
import { paymentMethods } from '#domain/places/payment-methods';
import { isCountry, regionFieldOf } from '#domain/places/countries';
import { findRegion } from '#domain/places/locations';
import {
  type Attempt,
  type CardPurchase,
  type CardVisit,
  type CardTrouble,
  emptyProgress,
  type Progress,
  type Purchase,
  type TransferPurchase,
} from './progress.js';
import { isStepName, type Saved, version } from './storage.js';

/** The progress in a stored text; undefined where this page did not write it. Only a visitor who returns loads it. */
export function parseSaved(text: string): Saved | undefined {
  try {
    return read(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function read(saved: unknown): Saved | undefined {
  if (!isRecord(saved) || saved.version !== version) return undefined;
  const { step, location, method, parts, details, attempt, card, acceptedTerms, receipts: purchases } = saved;
  if (
    !isStepName(step) ||
    !isLocation(location) ||
    !isMethod(method) ||
    !(parts === undefined || isParts(parts)) ||
    !isDetails(details) ||
    !(attempt === undefined || isAttempt(attempt)) ||
    !(card === undefined || isCardVisit(card)) ||
    !(acceptedTerms === undefined || isText(acceptedTerms)) ||
    !isListOf(purchases, isPurchase)
  )
    return undefined;
  return { step, progress: { location, method, parts, details, attempt, card, acceptedTerms, purchases } };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isListOf = <Item>(value: unknown, isItem: (item: unknown) => item is Item): value is Item[] =>
  Array.isArray(value) && value.length <= 100 && value.every(isItem);

const isText = (value: unknown): value is string => typeof value === 'string';

const hasTexts = (value: unknown, names: readonly string[]): value is Record<string, string> =>
  isRecord(value) && Object.keys(value).length === names.length && names.every((name) => isText(value[name]));

const isMethod = (value: unknown): value is Progress['method'] =>
  value === '' || (typeof value === 'string' && (paymentMethods as readonly string[]).includes(value));

const isPartTerms = (value: unknown): value is PartTerms =>
  isRecord(value) &&
  Number.isFinite(value.share) &&
  (value.days === undefined || Number.isFinite(value.days)) &&
  (value.on === undefined || isText(value.on));

const isParts = (value: unknown): value is PartTerms[] => isListOf(value, isPartTerms);

const isPlanPart = (value: unknown): value is PlanPart =>
  isRecord(value) &&
  Number.isFinite(value.amount) &&
  isText(value.due) &&
  (value.quoted === undefined || Number.isFinite(value.quoted));

const cardTroubles: Record<CardTrouble, true> = { unreachable: true, late: true };
const isTrouble = (value: unknown): boolean =>
  typeof value === 'string' && Object.hasOwn(cardTroubles, value);

const isDetails = (value: unknown): value is CheckoutDetails =>
  hasTexts(value, Object.keys(emptyProgress.details));

function isLocation(value: unknown): value is CheckoutLocation {
  if (!hasTexts(value, Object.keys(emptyProgress.location))) return false;
  const { country, province, state } = value;
  return (
    (country === '' || isCountry(country)) &&
    Object.entries({ province, state }).every(
      ([field, text]) =>
        text === '' || (regionFieldOf(country) === field && findRegion(country, text)?.slug === text),
    )
  );
}

function isRequest(value: unknown): value is CheckoutRequest {
  if (!isRecord(value) || !isRecord(value.customer) || !isRecord(value.payment)) return false;
  if (value.acceptedTerms !== undefined && !isText(value.acceptedTerms)) return false;
  const { country, province, state, ...person } = value.customer;
  const { paymentMethod, amount, parts, transferDate, transferReference, ...payment } = value.payment;
  return (
    isCountry(country) &&
    (province === null || isText(province)) &&
    (state === null || isText(state)) &&
    isDetails({ ...person, transferDate, transferReference }) &&
    isMethod(paymentMethod) &&
    Number.isFinite(amount) &&
    (parts === undefined || isParts(parts)) &&
    hasTexts(payment, ['currency', 'status'])
  );
}

const isAttempt = (value: unknown): value is Attempt =>
  isRecord(value) && isKey(value.key) && isListOf(value.sent, isRequest);

const isFlag = (value: unknown): boolean => value === undefined || typeof value === 'boolean';

/** Its own pattern, as one shared with the later steps would be a request more. */
const isKey = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);

const isReference = (value: unknown): value is string => isText(value) && value !== '';

/** Only the path of an order page may become a link's target, as other scripts can write to the storage. */
const isOrderPath = (value: unknown): value is string =>
  isText(value) && /^\/order\/[^/?#]+\/[^/?#]+$/.test(value);

const isCardVisit = (value: unknown): value is CardVisit =>
  isRecord(value) &&
  isKey(value.key) &&
  (value.openedAt === undefined || Number.isFinite(value.openedAt)) &&
  (value.trouble === undefined || isTrouble(value.trouble)) &&
  (value.failedReference === undefined || isReference(value.failedReference));

const isTransferPurchase = (
  value: Record<string, unknown>,
): value is Record<string, unknown> & TransferPurchase =>
  isRequest(value.request) &&
  isText(value.instructions) &&
  isFlag(value.sample) &&
  isFlag(value.mail) &&
  isFlag(value.isInEnglish) &&
  (value.plan === undefined || isListOf(value.plan, isPlanPart)) &&
  (value.orderPath === undefined || isOrderPath(value.orderPath));

function isCardPurchase(value: Record<string, unknown>): value is Record<string, unknown> & CardPurchase {
  const { state, orderPath, summary } = value;
  if ((state !== 'paid' && state !== 'processing') || !isOrderPath(orderPath) || !isRecord(summary))
    return false;
  const { province, state: region, amount, country, test, ...texts } = summary;
  return (
    isCountry(country) &&
    (province === null || isText(province)) &&
    (region === null || isText(region)) &&
    Number.isFinite(amount) &&
    (test === undefined || test === true) &&
    hasTexts(texts, ['fullName', 'email', 'phone', 'currency'])
  );
}

const isPurchase = (value: unknown): value is Purchase =>
  isRecord(value) &&
  isKey(value.key) &&
  isReference(value.referenceNumber) &&
  (value.request === undefined ? isCardPurchase(value) : isTransferPurchase(value));
