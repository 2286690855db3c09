import { emailKey } from '#domain/customers/customers';
import type { DuplicateReason } from '#domain/care/merges';
import { compact, digitsOf, searchedText } from '../platform/search-index/search-terms.js';

/** The fields in which two records of one person agree. */
interface Compared {
  fullName: string;
  email: string;
  phone: string;
  city?: string | undefined;
  postalCode?: string | undefined;
}

const marks = { phone: '#', name: '=', email: '@' } as const satisfies Partial<
  Record<DuplicateReason, string>
>;

/** Shortest phone number that says something, in digits. */
const shortestPhone = 7;
/** Longest key, in characters: an index takes a kilobyte. */
const longestKey = 200;

/** A phone number without North America's country code, which one of two records may lack. */
function phoneForm(phone: string): string {
  const digits = digitsOf(phone);
  const local = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
  // One digit repeated is typed where there is no number.
  return local.length < shortestPhone || /^(.)\1*$/.test(local) ? '' : local;
}

/** The words of a name in any order, without case and accents: hyphens and apostrophes part them as blanks do. */
const nameForm = (name: string): string =>
  searchedText(name)
    .split(/[\s\p{Pd}']+/u)
    .map(compact)
    .filter(Boolean)
    .sort()
    .join(' ');

/** A mailbox without dots and `+…`: many providers deliver all of these to one person. */
function mailboxForm(email: string): string {
  const [, local = '', domain = ''] = /^([^+]*)(?:\+.*)?@([^@]*)$/.exec(emailKey(email)) ?? [];
  const plain = local.replaceAll('.', '');
  return plain && domain ? `${plain}@${domain}` : '';
}

/** The keys of a customer: two that share one may be the same person. */
export function duplicateKeys({ fullName, email, phone, city = '', postalCode = '' }: Compared): string[] {
  const [number, name, mailbox] = [phoneForm(phone), nameForm(fullName), mailboxForm(email)];
  const places = [compact(postalCode), compact(city)].filter(Boolean);
  const keys = [
    ...(number ? [marks.phone + number] : []),
    // One word alone, such as a first name, names too many.
    ...(name.includes(' ') ? places.map((place) => `${marks.name}${name}/${place}`) : []),
    ...(mailbox ? [marks.email + mailbox] : []),
  ];
  return [...new Set(keys.map((key) => key.slice(0, longestKey)))];
}

/** The reasons of the keys that two customers share. */
export function reasonsOf(one: readonly string[], other: readonly string[]): DuplicateReason[] {
  const shared = one.filter((key) => other.includes(key));
  return (Object.keys(marks) as (keyof typeof marks)[]).filter((reason) =>
    shared.some((key) => key.startsWith(marks[reason])),
  );
}
