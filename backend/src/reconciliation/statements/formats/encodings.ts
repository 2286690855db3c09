/** Encodings of one byte per letter of the countries whose banks write none of Unicode. */
const encodings = ['windows-1252', 'windows-1250', 'windows-1251', 'windows-874'] as const;
type Encoding = (typeof encodings)[number];

/** Most bytes that are looked at. */
const sampled = 65_536;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Letters of words that are written in one script, of each encoding that has another one than the Latin. */
const words = {
  'windows-874': /\p{Script=Thai}{3,}/gu,
  'windows-1251': /\p{Script=Cyrillic}{3,}/gu,
} as const;

/** Thai as it is written: a mark or a following vowel stands behind a consonant, and digits stand apart. */
const thaiFaults = /(?:^|[^\u0E01-\u0E2E\p{M}])[\p{M}\u0E32\u0E33]|[\p{L}\p{M}][\u0E50-\u0E59]|\uFFFD/gu;

/** Cyrillic as it is written: no capital follows a small letter. */
const cyrillicFaults = /(?=\p{Script=Cyrillic})\p{Ll}\p{Lu}|\uFFFD/gu;

/** Letters of two scripts in one word. */
const mixed = /[A-Za-z](?=[^\p{Script=Latin}\P{L}])|[^\p{Script=Latin}\P{L}](?=[A-Za-z])/gu;

/** Returns the letters of a script in words of it, less its faults, as a share of all that is beyond ASCII. */
function fit(text: string, script: RegExp, faults: RegExp): number {
  const beyond = [...text].filter((character) => character > '\u007F').length;
  const letters = (text.match(script) ?? []).reduce((sum, word) => sum + word.length, 0);
  return beyond ? (letters - 4 * (count(text, faults) + count(text, mixed))) / beyond : 0;
}

/** Smallest share of letters in whole words by which a text is of another script. */
const certain = 0.6;

/** Letters beyond ASCII of languages that are written in each of the Latin encodings. */
const alphabets = {
  'windows-1252': ['àâæçéèêëîïôœùûüÿ', 'äöüß', 'åäöæø', 'áàâãéêíóôõúüçñºª', 'àèéìòù'],
  'windows-1250': ['áäčďéěíľĺňóôŕřšťúůýž', 'ąćęłńóśźż', 'áéíóöőúüű', 'ăâîşţ', 'čćđšž'],
} as const;

/** The characters of windows-1252 from 0x80 to 0x9F, which the decoders of some versions of Node leave out. */
const upperControls = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

/** A file's text, and its encoding where letters of it were read as those of windows-1252 before. */
export interface DecodedText {
  text: string;
  encoding?: string;
}

/** Decodes bytes, in windows-1252 with all of its characters. */
function decodeAs(encoding: Encoding, bytes: Uint8Array): string {
  const text = new TextDecoder(encoding).decode(bytes);
  if (encoding !== 'windows-1252') return text;
  return text.replace(
    /[\u0080-\u009F]/g,
    (control) => upperControls[control.charCodeAt(0) - 0x80] ?? control,
  );
}

/** Decodes a text that is no Unicode. */
export function decodeSingleBytes(bytes: Uint8Array): DecodedText {
  const encoding = singleByteEncoding(bytes);
  const isNew =
    encoding !== 'windows-1252' || bytes.some((byte) => /\p{L}/u.test(upperControls[byte - 0x80] ?? ''));
  return { text: decodeAs(encoding, bytes), ...(isNew && { encoding }) };
}

/**
 * Returns the largest share of these letters that one language of an encoding has. Signs count within words only, where
 * the other encoding has letters.
 */
function languageFit(encoding: keyof typeof alphabets, letters: readonly number[]): number {
  const text = [...decodeAs(encoding, Uint8Array.from(letters)).toLowerCase()];
  const shares = alphabets[encoding].map(
    (alphabet) => text.filter((letter) => alphabet.includes(letter)).length / letters.length,
  );
  return Math.max(...shares);
}

/** Returns the bytes that are a letter in either of the Latin encodings, and stand in a word. */
function latinLetters(bytes: Uint8Array): number[] {
  const [one, other] = [decodeAs('windows-1252', bytes), decodeAs('windows-1250', bytes)];
  const isLetter = (character: string | undefined) => /\p{L}/u.test(character ?? '');
  const isAscii = (byte: number | undefined) =>
    byte !== undefined && /[A-Za-z]/.test(String.fromCharCode(byte));
  return [...bytes].filter((byte, at) => {
    if (byte < 0x80) return false;
    const [first, second] = [isLetter(one[at]), isLetter(other[at])];
    return (first && second) || ((first || second) && (isAscii(bytes[at - 1]) || isAscii(bytes[at + 1])));
  });
}

/**
 * Returns the encoding of a text that is no Unicode, by its letters: whole words of Thai or Cyrillic, else that of the
 * language that has most of them. Where two fit as well, it is windows-1252, which Canada's banks write.
 */
function singleByteEncoding(bytes: Uint8Array): Encoding {
  const start = bytes.subarray(0, sampled);
  const scripts = [
    ['windows-874', fit(decodeAs('windows-874', start), words['windows-874'], thaiFaults)],
    ['windows-1251', fit(decodeAs('windows-1251', start), words['windows-1251'], cyrillicFaults)],
  ] as const;
  const [best] = [...scripts].sort(([, one], [, other]) => other - one);
  if (best && best[1] >= certain) return best[0];
  const letters = latinLetters(start);
  if (!letters.length) return 'windows-1252';
  const isCentral = languageFit('windows-1250', letters) > languageFit('windows-1252', letters);
  return isCentral ? 'windows-1250' : 'windows-1252';
}
