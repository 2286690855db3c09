import type { StatementEncoding } from './contract.js';

/** Most bytes that are looked at, from the first letter beyond ASCII on, with what stands before it. */
const sampled = 65_536;
const before = 100;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/**
 * The scripts of encodings that have another one than the Latin: letters of whole words, and how none is written. Thai has a
 * mark or a following vowel behind a consonant, a leading one before it, and digits apart; Cyrillic has no capital behind a
 * small letter, as Greek, which has a sigma of its own at the end of words, and
 * hardly a ΰ.
 */
const scripts = {
  'windows-874': {
    words: /\p{Script=Thai}{3,}/gu,
    faults:
      /(?:^|[^\u0E01-\u0E2E\p{M}])[\p{M}\u0E32\u0E33]|(\p{M})\1|[\u0E40-\u0E44](?![\u0E01-\u0E2E])|[\p{L}\p{M}][\u0E50-\u0E59]|\uFFFD/gu,
  },
  'windows-1251': {
    words: /\p{Script=Cyrillic}{3,}/gu,
    faults: /(?=\p{Script=Cyrillic})\p{Ll}\p{Lu}|\uFFFD/gu,
  },
  'windows-1253': {
    words: /\p{Script=Greek}{3,}/gu,
    faults: /(?=\p{Script=Greek})\p{Ll}\p{Lu}|ΰ|ς(?=\p{L})|σ(?!\p{L})|\uFFFD/gu,
  },
} as const;

/** Letters of two scripts in one word. */
const mixed = /[A-Za-z](?=[^\p{Script=Latin}\P{L}])|[^\p{Script=Latin}\P{L}](?=[A-Za-z])/gu;

/** Returns the letters of a script in words of it, less its faults, as a share of all that is beyond ASCII. */
function fit(encoding: keyof typeof scripts, bytes: Uint8Array): number {
  const { words, faults } = scripts[encoding];
  const text = decodeAs(encoding, bytes);
  const beyond = [...text].filter((character) => character > '\u007F').length;
  const letters = (text.match(words) ?? []).join('').length;
  return beyond ? (letters - 4 * (count(text, faults) + count(text, mixed))) / beyond : 0;
}

/** Smallest share of letters in whole words by which a text is of another script. */
const certain = 0.6;

/** Letters beyond ASCII of the languages that are written in each of the encodings of Latin letters. */
const alphabets = {
  'windows-1252': ['àâæçéèêëîïôœùûüÿ', 'äöüß', 'åäöæø', 'áàâãéêíóôõúüçñºª', 'àèéìòù'],
  'windows-1250': ['áäčďéěíľĺňóôŕřšťúůýž', 'ąćęłńóśźż', 'áéíóöőúüű', 'ăâîşţ', 'čćđšž'],
} as const;

const vowels = 'aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýąăęěůőű';
const consonants = 'bcdfghjklmnpqrstvwxzç';

/** Letters where no such language has them: most bytes are a vowel in one encoding and a consonant in the other. */
const misplaced: Record<keyof typeof alphabets, RegExp> = {
  'windows-1252': new RegExp(
    [
      `[èòø](?=[${vowels}])`,
      `(?<=[${vowels}])(?:[èò](?!\\p{L})|æ)`,
      `[ìù](?=\\p{L})`,
      `ñ(?![${vowels}])`,
      `ã(?=[bcdfghjklmnpqrtvxz])`,
      `œ(?=[bcfghjklmnpqrtvwxz])`,
    ].join('|'),
    'gu',
  ),
  'windows-1250': new RegExp(
    [
      `(?<=[${consonants}])[čňďćř](?![${vowels}])`,
      // "Rivière", "Loïc".
      `(?<=[io])č(?=[gmrtv]e)|(?<=[ao])ď(?=[${consonants}])`,
      `(?<![${consonants}])[ŕĺ]|[ŕĺ](?![${consonants}])`,
      `[ńśź](?=[${vowels}])`,
      `(?<=[aeiou])[űů]`,
      `ă(?=[eo])`,
    ].join('|'),
    'gu',
  ),
};

/** Counts the letters in words that the language which has most of them has not, or has elsewhere; nothing without any. */
function countStrange(encoding: keyof typeof alphabets, bytes: Uint8Array): number | undefined {
  const text = decodeAs(encoding, bytes).toLowerCase();
  const found = text.match(/(?<=\p{L})[\u0080-\u{FFFF}]|[\u0080-\u{FFFF}](?=\p{L})/gu) ?? [];
  return found.length
    ? Math.min(...alphabets[encoding].map((one) => found.filter((letter) => !one.includes(letter)).length)) +
        count(text, misplaced[encoding])
    : undefined;
}

/** The characters of windows-1252 from 0x80 to 0x9F, which the decoders of some versions of Node leave out. */
const upperControls = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

/** Decodes bytes, in windows-1252 with all of its characters. */
export function decodeAs(encoding: StatementEncoding, bytes: Uint8Array): string {
  const text = new TextDecoder(encoding).decode(bytes);
  if (encoding !== 'windows-1252') return text;
  return text.replace(
    /[\u0080-\u009F]/g,
    (control) => upperControls[control.charCodeAt(0) - 0x80] ?? control,
  );
}

/** True where letters of these bytes were read as others by the first version, which knew 0xA0 and above of windows-1252. */
export const isReadAnew = (encoding: StatementEncoding, bytes: Uint8Array): boolean =>
  encoding !== 'windows-1252' || bytes.some((byte) => /\p{L}/u.test(upperControls[byte - 0x80] ?? ''));

/** Returns the encoding that a file of OFX or XML names, as far as it is one of these. */
function namedEncoding(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 1024));
  const [, xml, ofx] = /<\?xml[^>]{0,200}encoding=["']([\w.-]+)|^CHARSET:\s*(\w+)/im.exec(start) ?? [];
  const label = xml ?? (ofx && `windows-${ofx}`);
  try {
    return label && new TextDecoder(label).encoding;
  } catch (error) {
    // It is a name of none.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * Returns the encodings that a text which is no Unicode may be in: those in which it has whole words of Thai or Cyrillic,
 * and the Latin one of which fewer letters are strange; both where as many are.
 */
export function encodingsOf(whole: Uint8Array): {
  encodings: StatementEncoding[];
  named?: StatementEncoding | undefined;
} {
  const first = whole.findIndex((byte) => byte > 0x7f);
  const bytes = whole.subarray(Math.max(0, first - before), first + sampled);
  const written = (['windows-874', 'windows-1251', 'windows-1253'] as const).filter(
    (encoding) => fit(encoding, bytes) >= certain,
  );
  const strange = (['windows-1252', 'windows-1250'] as const).map(
    (encoding) => [encoding, countStrange(encoding, bytes)] as const,
  );
  const least = Math.min(...strange.map(([, count]) => count ?? Infinity));
  // Without letters there is nothing to tell them apart: Canada's banks write the first.
  const latin = strange.flatMap(([encoding, count]) =>
    count === least && (least === 0 || !written.length) ? [encoding] : [],
  );
  if (!latin.length && !written.length) latin.push('windows-1252');
  const encodings = [...written, ...latin];
  const label = namedEncoding(whole);
  return { encodings, named: encodings.find((encoding) => encoding === label) };
}
