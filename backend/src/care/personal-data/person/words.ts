import { emailKey, personFields } from '#domain/customers/customers';
import { erasedText } from '#domain/care/personal-data';
import type { Customer } from '../../../customers/customer.schema.js';
import type { Payment } from '../../../payments/payment.schema.js';
import { fold } from '../../../platform/search-index/search-terms.js';
import type { Trail } from './trail.js';

/** Names, email addresses and phone numbers of a person, and all other texts of a form, folded as a search folds them. */
export interface PersonWords {
  names: string[];
  emails: string[];
  phones: string[];
  texts: string[];
}

const textsOf = (values: readonly unknown[]): string[] => [
  ...new Set(values.filter((value): value is string => typeof value === 'string' && value.trim() !== '')),
];

/** The fields of a form whose texts are a person's. */
const formTexts = [...personFields, 'firstName', 'lastName', 'furtherEmails', 'region'];

/** The words of customers, of what was typed with their payments, and of what the audit trail tells. */
export function wordsOf(
  customers: readonly Customer[],
  payments: readonly Pick<Payment, 'paymentDetails' | 'buyer'>[],
  told: Trail['told'],
): PersonWords {
  const records = [...customers.map((customer): Record<string, unknown> => ({ ...customer })), ...told];
  const people: Record<string, unknown>[] = [
    ...records,
    ...records.flatMap(({ furtherEmails }) => [furtherEmails].flat().map((email) => ({ email }))),
    ...[...payments, ...told].map(({ paymentDetails }) => (paymentDetails ?? {}) as Record<string, unknown>),
    ...[...payments, ...told].map(({ buyer }) => ({ fullName: (buyer as Payment['buyer'])?.name })),
  ];
  const of = (field: string) =>
    textsOf(people.flatMap((person) => person[field])).filter((text) => text !== erasedText);
  const phones = of('phone').map((phone) => phone.replace(/\D/g, ''));
  return {
    names: [...new Set(of('fullName').map(fold))].filter((name) => wordsIn(name).length),
    emails: [...new Set(of('email').map(emailKey))],
    phones: phones.filter((digits) => digits.length >= 7),
    texts: [...new Set(formTexts.flatMap(of).map(fold))],
  };
}

/**
 * Returns whether a text names the person: by a whole name, an email address or a phone number, or where each of its
 * words is one of the name's, as in a search.
 */
export function namesPerson(text: string, { names, emails, phones }: Omit<PersonWords, 'texts'>): boolean {
  const folded = fold(text);
  const digits = text.replace(/\D/g, '');
  const words = wordsIn(folded);
  const ofNames = new Set(names.flatMap(wordsIn));
  const spaced = (all: string[]) => ` ${all.join(' ')} `;
  return (
    names.some((name) => spaced(words).includes(spaced(wordsIn(name)))) ||
    emails.some((email) => folded.includes(fold(email))) ||
    phones.some((phone) => digits.includes(phone.slice(-10))) ||
    (words.length > 0 && words.every((word) => ofNames.has(word)))
  );
}

/** The texts in a value of a list's address: that of a filter is JSON, whose own words would hide a name. */
function textsInside(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsInside);
  if (typeof value !== 'string') return [];
  if (!/^[[{"]/.test(value)) return [value];
  try {
    return textsInside(JSON.parse(value));
  } catch {
    // A filter that was cut, or a text that begins alike.
    return [value];
  }
}

/** Returns whether a value of a list's address names the person. */
export const namesPersonIn = (value: string, words: PersonWords): boolean =>
  textsInside(value).some((text) => namesPerson(text, words));

const wordsIn = (folded: string): string[] => folded.match(/[\p{L}\p{N}]+/gu) ?? [];
