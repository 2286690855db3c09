import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create, type Font } from 'fontkit';

/** Reads a font of Sarabun, which has Latin and Thai letters and figures of one width. */
const read = (address: string): Font => create(readFileSync(fileURLToPath(address))) as Font;

export const fonts = {
  regular: read(import.meta.resolve('@expo-google-fonts/sarabun/400Regular/Sarabun_400Regular.ttf')),
  strong: read(import.meta.resolve('@expo-google-fonts/sarabun/600SemiBold/Sarabun_600SemiBold.ttf')),
};

/** Without control characters, which the fonts list, but have no sign for. */
const characters = new Set(
  fonts.regular.characterSet.filter((codePoint) => !/\p{Cc}/u.test(String.fromCodePoint(codePoint))),
);

/** Returns whether the fonts have a sign for a character. */
export const hasSign = (codePoint: number): boolean => characters.has(codePoint);

/**
 * Forgets by which characters the signs were reached: fontkit keeps the first ones, by which a reader copies text, and a
 * document must not depend on those before it.
 */
export function forgetCharacters(): void {
  for (const font of Object.values(fonts)) (font as unknown as { _glyphs: object })._glyphs = {};
}
