import bidiModule, { type Bidi } from 'bidi-js';

/** Stands for what the fonts lack: emoji, most scripts, control characters. */
const replacement = '◊';

/** The most marks of a letter: more would cover other lines. Those that join two letters of Hindi stand between them. */
const mostMarks = 3;
const marks = /(?!\u094d)\p{Mn}/gu;
/** The most code points of a letter: joined ones of Hindi have some. */
const mostPoints = 16;

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

/** The letters of a font. */
export type Letters = ReadonlySet<number>;

/** Returns the place of the first font that has a letter with its marks; -1 where each lacks a part of it. */
const fontOf = (letter: string, fonts: readonly Letters[]): number =>
  fonts.findIndex((font) => pointsOf(letter).every((point) => font.has(point)));

/**
 * Returns a line as the fonts can show it: a letter that they lack is the replacement sign, and `missing` gets its code
 * point ("U+1F600"). Characters without a look, such as those that turn the direction of a text, are left out, but for
 * those that part or join letters.
 */
export function printable(line: string, fonts: readonly Letters[], missing: Set<string>): string {
  const fits = (text: string): boolean =>
    text.length <= mostPoints && (text.match(marks)?.length ?? 0) <= mostMarks && fontOf(text, fonts) >= 0;
  const signOf = (letter: string): string => {
    const joined = letter.replace(/(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu, '');
    const seen = joined.replace(/[\u200c\u200d]/g, '');
    const sign = [
      ...(/[\u0600-\u06ff\u0900-\u097f]/.test(seen) ? [joined] : []),
      seen,
      seen.normalize('NFKC'),
    ].find(fits);
    if (sign !== undefined) return sign;
    const points = pointsOf(seen);
    const lacking = points.find((point) => !fonts.some((font) => font.has(point))) ?? points[0]!;
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

/** Returns a line as trimmed lines that fit the width. A part that is wider is broken between letters. */
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

/** A part of a line in one font and one direction. */
export interface Run {
  /** The place of its font. */
  font: number;
  /** Its letters as they are handed to the font, which turns those of Hebrew and Arabic itself. */
  text: string;
}

// The package is CommonJS, whose types speak of its ES module.
const bidi = (bidiModule as unknown as () => Bidi)();
const turned = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/**
 * Returns the runs of a line from left to right, as the Unicode Bidirectional Algorithm orders them: the direction of the
 * line is that of its first letter. Spaces at its end stay at the right.
 */
export function runsOf(line: string, fonts: readonly Letters[]): Run[] {
  // Without a further font there is no letter that is read from right to left.
  if (fonts.length === 1) return [{ font: 0, text: line }];
  const seen = line.trimEnd();
  const { levels } = bidi.getEmbeddingLevels(seen, 'auto');
  const runs: (Run & { level: number })[] = [];
  for (const { segment, index } of graphemes.segment(seen)) {
    const [font, level] = [Math.max(fontOf(segment, fonts), 0), levels[index]!];
    const last = runs.at(-1);
    // Digits of Persian are of Arabic's script, but stand from left to right: the font must not turn them.
    const isDigit = level % 2 === 0 && turned.test(segment);
    if (last?.font === font && last.level === level && !isDigit) last.text += segment;
    else runs.push({ font, text: segment, level });
  }
  for (const run of runs)
    if (run.level % 2 && !turned.test(run.text))
      run.text = Array.from(
        graphemes.segment(run.text),
        ({ segment }) => bidi.getMirroredCharacter(segment) ?? segment,
      )
        .reverse()
        .join('');
  for (let level = Math.max(0, ...levels); level > 0; level -= 1)
    for (let start = 0; start < runs.length; start += 1) {
      let end = start;
      while (end < runs.length && runs[end]!.level >= level) end += 1;
      runs.splice(start, end - start, ...runs.slice(start, end).reverse());
      start = Math.max(start, end);
    }
  const end = line.slice(seen.length);
  if (!end) return runs;
  // A reader of the file, and the usual line, have the space in the run before it.
  const last = runs.at(-1);
  if (last?.font === 0 && last.level === 0) last.text += end;
  else runs.push({ font: 0, text: end, level: 0 });
  return runs;
}
