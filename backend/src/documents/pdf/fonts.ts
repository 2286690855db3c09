import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { furtherFonts, inWeight } from './further-fonts.js';

/** A font in the two weights of a paper. */
export interface Face {
  regular: Font;
  strong: Font;
  /** The letters for which it is there. */
  characters: ReadonlySet<number>;
}

const require = createRequire(import.meta.url);
const read = (file: string): Font => create(readFileSync(file)) as Font;

/** Control characters: fonts list them, but have no sign for them. */
const isControl = (codePoint: number): boolean => /\p{Cc}/u.test(String.fromCodePoint(codePoint));

const regular = read(require.resolve('@expo-google-fonts/sarabun/400Regular/Sarabun_400Regular.ttf'));

/** Sarabun, which has Latin and Thai letters and figures of one width. */
const base: Face = {
  regular,
  strong: read(require.resolve('@expo-google-fonts/sarabun/600SemiBold/Sarabun_600SemiBold.ttf')),
  characters: new Set(regular.characterSet.filter((codePoint) => !isControl(codePoint))),
};

/** Returns the files of fonts with the letters of a text that Sarabun lacks. */
function furtherOf(text: string) {
  // A letter may be shown by those of its compatible form.
  const forms = [text, text.normalize('NFC'), text.normalize('NFKC')];
  const points = new Set(
    forms.flatMap((form) => Array.from(new Set(form), (letter) => letter.codePointAt(0)!)),
  );
  for (const point of points) if (isControl(point)) points.delete(point);
  const lacking = new Set([...points].filter((point) => !base.characters.has(point)));
  return furtherFonts(lacking, points);
}

/** Returns the sets of letters that a text can be shown by: a letter and its marks stand in one of them. */
export async function characterSetsOf(text: string): Promise<ReadonlySet<number>[]> {
  return [base.characters, ...(await furtherOf(text)).map(({ points }) => points)];
}

/** Returns the fonts of a text, Sarabun first. The others have its letters alone: nothing of them is kept for a next text. */
export async function facesOf(text: string): Promise<Face[]> {
  // fontkit keeps the characters by which a sign was first reached, by which a reader copies text: a paper must not depend
  // on those before it.
  for (const font of [base.regular, base.strong]) (font as unknown as { _glyphs: object })._glyphs = {};
  const faces = [base];
  for (const font of await furtherOf(text))
    faces.push({
      regular: await inWeight(font, 400),
      strong: await inWeight(font, 600),
      characters: font.points,
    });
  return faces;
}
