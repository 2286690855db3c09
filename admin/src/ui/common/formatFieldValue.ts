import { formatDateTime, formatDay } from '#domain/platform/dates';
import { documentKindNames } from '#domain/documents/documents';
import { isLanguage, languageNames } from '#domain/platform/languages';
import { isCountry } from '#domain/places/countries';
import { countryNames, regionIn } from '#domain/places/locations';
import { humanize } from '#domain/platform/humanize';
import { paymentMethodName, type PaymentStatus, statusNames } from '#domain/payments/payments';
import { type Currency, formatMoney, formatNamedMoney, isCurrency } from '#domain/platform/money';
import { formatCount } from '#domain/platform/numbers';
import { isRole, roleNames } from '#domain/platform/roles';

/** The translated words for an empty value, true and false. */
export interface ValueWords {
  nothing: string;
  yes: string;
  no: string;
}

const midnight = /^\d{4}-\d\d-\d\d(?:T00:00:00(?:\.000)?Z)?$/;
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

function textOf(field: string, text: string): string {
  if (field === 'status') return statusNames[text as PaymentStatus] ?? text;
  if (field === 'paymentMethod' || field === 'paymentType') return paymentMethodName(text);
  if (field === 'language' && isLanguage(text)) return languageNames[text];
  if (field === 'role' && isRole(text)) return roleNames[text];
  if (field === 'country' && isCountry(text)) return countryNames[text];
  if (field === 'province') return regionIn(field, text)?.name ?? text;
  // That of an address, or of a record.
  if (field === 'state') return regionIn(field, text)?.name ?? humanize(text);
  if (field === 'heldReason' || field === 'provider') return humanize(text);
  if (field === 'kind') return (documentKindNames as Partial<Record<string, string>>)[text] ?? text;
  // A calendar day is kept as midnight UTC and is the same day for every reader.
  if (midnight.test(text)) return formatDay(text) || text;
  return moment.test(text) ? formatDateTime(text) || text : text;
}

/** True for null, '', an empty list and an object without a value: there is nothing to show. */
export function isNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.values(value).every(isNothing);
}

/** The fields of amounts, which have their currency beside them or from their record. */
const amountFields = new Set([
  'amount',
  'received',
  'refunded',
  'shortfall',
  'settles',
  'fee',
  'net',
  'tax',
  'total',
]);

/** Names of fields inside of objects that tell a person nothing: ids, of records and of the card provider, and `actor`, whose name is `by`. */
const isInternal = (name: string): boolean => /^_?id$|[a-z]Id$|^actor$/.test(name);

/** Formats a field's value for reading: by name, or with the record's currency; an object without ids. */
export function formatFieldValue(
  field: string,
  value: unknown,
  words: ValueWords,
  currency?: Currency,
): string {
  if (isNothing(value)) return words.nothing;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'number') {
    if (!amountFields.has(field)) return formatCount(value);
    return currency ? formatNamedMoney(value, currency) : formatMoney(value, 'USD').replace('$', '');
  }
  if (typeof value === 'string') return textOf(field, value);
  // An erasure names each replaced mark of the audit trail: their number says enough.
  if (field === 'marks' && Array.isArray(value)) return formatCount(value.length);
  if (Array.isArray(value))
    return value.map((item) => formatFieldValue(field, item, words, currency)).join(', ');
  const parts = value as Record<string, unknown>;
  const own = isCurrency(parts.currency) ? parts.currency : currency;
  return Object.entries(parts)
    .filter(([key, inner]) => !isNothing(inner) && !isInternal(key))
    .filter(([key]) => !(key === 'currency' && own === parts.currency && 'amount' in parts))
    .map(([key, inner]) => `${humanize(key)}: ${formatFieldValue(key, inner, words, own)}`)
    .join(', ');
}
