import { emailKey } from './customers.js';
import { isEmail } from './person-fields.js';

/** Domains of the mailboxes that people here have, by how far from one a mistyped domain may be. */
const domains = {
  // Long names, which no other domain is near to.
  2: ['hotmail.com', 'hotmail.ca', 'outlook.com', 'protonmail.com', 'sympatico.ca', 'videotron.ca'],
  1: ['gmail.com', 'yahoo.com', 'yahoo.ca', 'icloud.com', 'comcast.net', 'verizon.net', 'sasktel.net'],
  // Short names and words: of these, two letters that changed places and a letter typed twice or once alone.
  0: [
    'live.com',
    'live.ca',
    'me.com',
    'msn.com',
    'aol.com',
    'outlook.ca',
    'proton.me',
    'bell.net',
    'rogers.com',
    'shaw.ca',
    'telus.net',
    'cogeco.ca',
    'eastlink.ca',
  ],
} as const;

/** Domains of other providers that are near to one of those, or end like a slip. */
const others = new Set([
  'gmx.com',
  'gmx.net',
  'mail.com',
  'email.com',
  'ymail.com',
  'mac.com',
  'aim.com',
  'hey.com',
  'pm.me',
  'googlemail.com',
  'rocketmail.com',
  'fastmail.com',
  'inbox.com',
  'zoho.com',
  'bell.ca',
  'telus.com',
]);

/** Names under which a provider has a domain in many countries, such as hotmail.fr and yahoo.co.uk. */
const worldwide = /^(?:hotmail|outlook|live|yahoo|gmx|msn)\.(?:com?\.)?(?!c[mo]$|om$)[a-z]{2}$/;

/** Slips of "com", "net" and "org"; no domain ends with one. */
const endings: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['con', 'cmo', 'ocm', 'vom', 'xom', 'comm', 'coom', 'cim', 'cpm', 'copm', 'ccom'].map((end) => [
      end,
      'com',
    ]),
  ),
  nte: 'net',
  ent: 'net',
  nett: 'net',
  ner: 'net',
  ogr: 'org',
  rog: 'org',
  orgg: 'org',
};
/** Ends of countries, in which no provider of the list has its domain. */
const endingsOfCountries: Readonly<Record<string, string>> = { co: 'com', cm: 'com', om: 'com', ne: 'net' };

/**
 * Number of letters to leave out, add, change or exchange with the next one that lead from one text to another (optimal
 * string alignment).
 */
function distance(from: string, to: string): number {
  let [beforeLast, last] = [[] as number[], Array.from({ length: to.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const change = from[i - 1] === to[j - 1] ? 0 : 1;
      const exchanged = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row.push(
        Math.min(
          last[j]! + 1,
          row[j - 1]! + 1,
          last[j - 1]! + change,
          exchanged ? beforeLast[j - 2]! + 1 : Infinity,
        ),
      );
    }
    [beforeLast, last] = [last, row];
  }
  return last[to.length]!;
}

const sorted = (text: string): string => [...text].sort().join('');
const withoutRepetition = (text: string): string => text.replaceAll(/(.)\1+/g, '$1');

/** Returns true where only letters changed places, or one was typed twice or once too few. */
const isSlip = (name: string, known: string): boolean =>
  distance(name, known) === 1 &&
  (sorted(name) === sorted(known) || withoutRepetition(name) === withoutRepetition(known));

const known = Object.entries(domains).flatMap(([most, of]) =>
  of.map((domain) => ({ domain, name: domain.slice(0, domain.indexOf('.')), most: Number(most) })),
);
const isProvider = (domain: string): boolean =>
  others.has(domain) || worldwide.test(domain) || known.some((one) => one.domain === domain);

/** The domain that a mistyped one stands for, or undefined. */
function meantDomain(domain: string): string | undefined {
  if (isProvider(domain)) return undefined;
  const dot = domain.lastIndexOf('.');
  const [name, end] = [domain.slice(0, dot), domain.slice(dot + 1)];
  const ended = endings[end] === undefined ? domain : `${name}.${endings[end]}`;
  const candidates = [ended, ...(endingsOfCountries[end] ? [`${name}.${endingsOfCountries[end]}`] : [])];
  const near = known
    .flatMap(({ domain: meant, name: meantName, most }) =>
      candidates
        .filter((candidate) => candidate.slice(candidate.lastIndexOf('.')) === meant.slice(meantName.length))
        .map((candidate) => candidate.slice(0, candidate.lastIndexOf('.')))
        .filter((typed) => isSlip(typed, meantName) || distance(typed, meantName) <= most)
        .map((typed) => ({ meant, far: distance(typed, meantName) })),
    )
    .sort((a, b) => a.far - b.far)[0];
  if (near) return near.meant;
  if (/^(?:gmail|icloud)$/.test(name)) return `${name}.com`;
  return ended === domain ? undefined : ended;
}

/**
 * Returns the address that a mistyped one probably stands for, "ann@gmail.com" for "ann@gmial.com", or undefined. It is
 * a question to the person: gmial.com exists, and what goes there is a stranger's. A domain of a known provider is right.
 */
export function suggestedEmail(email: string): string | undefined {
  if (!isEmail(email)) return undefined;
  const typed = email.trim();
  const at = typed.lastIndexOf('@');
  const meant = meantDomain(emailKey(typed.slice(at + 1)));
  return meant && `${typed.slice(0, at)}@${meant}`;
}
