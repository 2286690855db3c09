import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';

const require = createRequire(import.meta.url);

/**
 * The kept fonts of further scripts, in the order in which a letter is looked for. Each is a package of many files that
 * have a few letters each; those of Chinese, Japanese and Korean are an optional part of the install.
 */
const families = ['sans', 'sans-hebrew', 'sans-arabic', 'sans-sc', 'sans-tc', 'sans-jp', 'sans-kr'] as const;
type Family = (typeof families)[number];

/** A file of a family, and the code points it may have: first and last of each range, in turn. */
interface Part {
  path: string;
  ranges: Uint32Array;
}

/** The letters of a text that a file has. */
export interface FurtherFont {
  /** The file with these letters alone, in all weights. */
  file: Buffer;
  points: ReadonlySet<number>;
}

const partsOf = new Map<Family, Promise<Part[]>>();

/** Returns the files of a family; none where its package is not installed. */
function parts(family: Family): Promise<Part[]> {
  const known = partsOf.get(family) ?? readParts(family);
  partsOf.set(family, known);
  // A file that cannot be read now, as too many are open, may be read the next time.
  known.catch(() => partsOf.delete(family));
  return known;
}

async function readParts(family: Family): Promise<Part[]> {
  const name = `@fontsource-variable/noto-${family}`;
  const list = resolved(`${name}/unicode.json`);
  if (!list) return [];
  const ranges = JSON.parse(await readFile(list, 'utf8')) as Record<string, string>;
  return Object.entries(ranges).flatMap(([key, text]) => {
    const file = `${name}/files/noto-${family}-${key.replace(/[[\]]/g, '')}-wght-normal.woff2`;
    const bounds = text.split(',').flatMap((range) => {
      const [first = '', last = first] = range.replace('U+', '').split('-');
      return [parseInt(first, 16), parseInt(last, 16)];
    });
    return { path: require.resolve(file), ranges: Uint32Array.from(bounds) };
  });
}

function resolved(address: string): string | undefined {
  try {
    return require.resolve(address);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

function mayHave({ ranges }: Part, point: number): boolean {
  for (let at = 0; at < ranges.length; at += 2)
    if (ranges[at]! <= point && point <= ranges[at + 1]!) return true;
  return false;
}

const textOf = (points: ReadonlySet<number>): string =>
  Array.from(points, (point) => String.fromCodePoint(point)).join('');

/** Han letters look as the text's language has them, which its other letters tell. */
function ordered(points: ReadonlySet<number>): Family[] {
  const text = textOf(points);
  const first = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? 'sans-jp'
    : /\p{Script=Hangul}/u.test(text)
      ? 'sans-kr'
      : undefined;
  return first ? [first, ...families.filter((family) => family !== first)] : [...families];
}

/** Returns the files that have letters which others lack, of all letters of a text. */
export async function furtherFonts(
  lacking: ReadonlySet<number>,
  text: ReadonlySet<number>,
): Promise<FurtherFont[]> {
  const left = new Set(lacking);
  const found: FurtherFont[] = [];
  for (const family of ordered(lacking))
    for (const part of left.size ? await parts(family) : []) {
      if (![...left].some((point) => mayHave(part, point))) continue;
      const file = await cut(await readFile(part.path), text);
      // A package says more of a file than the file has.
      const points = new Set((create(file) as Font).characterSet);
      if (![...left].some((point) => points.has(point))) continue;
      for (const point of points) left.delete(point);
      found.push({ file, points });
    }
  return found;
}

/** The part of fontkit that places marks, beyond its types. */
interface MarkPlacing {
  _layoutEngine: {
    engine?: { GPOSProcessor?: { applyAnchor(mark: object, anchor: object | null, base: number): void } };
  };
}

/** Returns a further font in one weight. */
export async function inWeight({ file, points }: FurtherFont, wght: number): Promise<Font> {
  const font = create(await cut(file, points, { variationAxes: { wght } })) as Font & MarkPlacing;
  // A letter may have no place for a mark, which is not attached then: fontkit 2.0.4 throws.
  // https://learn.microsoft.com/en-us/typography/opentype/spec/gpos#mark-to-base-attachment-positioning-format-1-mark-to-base-attachment-point
  const placing = font._layoutEngine.engine?.GPOSProcessor;
  if (placing) {
    const applyAnchor = placing.applyAnchor.bind(placing);
    placing.applyAnchor = (mark, anchor, base) => anchor && applyAnchor(mark, anchor, base);
  }
  return font;
}

type SubsetFont = (
  font: Buffer,
  letters: string,
  options: { targetFormat: 'truetype'; variationAxes?: { wght: number } },
) => Promise<Buffer>;

function cut(font: Buffer, points: ReadonlySet<number>, options = {}): Promise<Buffer> {
  // Its WebAssembly is read where a paper needs it.
  const subsetFont = require('subset-font') as SubsetFont;
  return subsetFont(font, textOf(points), { targetFormat: 'truetype', ...options });
}
