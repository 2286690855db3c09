/** Stands for what the fonts lack: emoji, most scripts, control characters. */
const replacement = '◊';

/** The most code points of a letter with its marks: more would cover other lines. */
const mostMarks = 4;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const thaiWords = new Intl.Segmenter('th', { granularity: 'word' });

const spaces = /[\p{Zs}\t]/gu;
const fixedSpaces = '\u00a0\u2007\u202f';

/** Returns a text with line breaks as lines, without the spaces at their ends and the empty lines at the end. */
export const linesOf = (text: string): string[] =>
  text
    .split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd()
    .split('\n');

const pointsOf = (text: string): number[] => Array.from(text, (character) => character.codePointAt(0)!);

/**
 * Returns a line as the fonts can show it: a letter that they lack is the replacement sign, and `missing` gets its code
 * point ("U+1F600"). Characters without a look, such as those that turn the direction of a text, are left out.
 */
export function printable(
  line: string,
  hasSign: (codePoint: number) => boolean,
  missing: Set<string>,
): string {
  const fits = (text: string): boolean => {
    const points = pointsOf(text);
    return points.length <= mostMarks && points.every(hasSign);
  };
  const signOf = (letter: string): string => {
    const seen = letter.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
    const sign = [seen, seen.normalize('NFKC')].find(fits);
    if (sign !== undefined) return sign;
    const points = pointsOf(seen);
    const lacking = points.find((point) => !hasSign(point)) ?? points[0]!;
    missing.add(`U+${lacking.toString(16).toUpperCase().padStart(4, '0')}`);
    return replacement;
  };
  const text = line
    .normalize('NFC')
    .replace(spaces, (space) => (fixedSpaces.includes(space) ? '\u00a0' : ' '))
    .replace(/[\u2010\u2011]/g, '-');
  return Array.from(graphemes.segment(text), ({ segment }) => signOf(segment)).join('');
}

/**
 * Returns a text with Thai's sara am as the two characters of the signs that it is drawn by. fontkit would part it as well,
 * but then tells a reader of the file that its second sign is none.
 */
export const partedThai = (text: string): string => text.replaceAll('\u0e33', '\u0e4d\u0e32');

/** Returns the parts of a line before which it may be broken, with the spaces that end them. Thai has none between words. */
const partsOf = (line: string): string[] =>
  line
    .split(/(?<=[ /-])(?! )/)
    .flatMap((part) =>
      /[\u0e00-\u0e7f]/.test(part) ? Array.from(thaiWords.segment(part), ({ segment }) => segment) : [part],
    );

/**
 * Returns a line as the lines that fit the width without the spaces at their ends. A part that is wider is broken between
 * letters.
 */
export function brokenLines(line: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  let [current, used] = ['', 0];
  const add = (part: string): void => {
    const seen = part.trimEnd();
    const needed = widthOf(seen);
    if (used && used + needed > width) {
      lines.push(current);
      [current, used] = ['', 0];
    }
    current += part;
    used += needed + (part.length - seen.length) * widthOf(' ');
  };
  for (const part of partsOf(line))
    if (widthOf(part.trimEnd()) <= width) add(part);
    else for (const { segment } of graphemes.segment(part)) add(segment);
  return [...lines, current];
}
