import { commonReference } from '../../platform/search-index/search-terms.js';

/** Length of each half of a generated reference's code, and of the code, in characters. */
export const partLength = 6;
export const codeLength = 2 * partLength;

/** Letters that are read as digits: in both halves of a code, and in its decimal half only. */
const lookAlikes: Record<string, string> = { O: '0', Q: '0', I: '1', L: '1', S: '5', Z: '2', G: '6' };
const decimalLookAlikes: Record<string, string> = { ...lookAlikes, D: '0', B: '8', A: '4', T: '7' };
export const readHex = (character = ''): string | undefined =>
  /^[\dA-F]$/.test(character) ? character : lookAlikes[character];
export const readDecimal = (character = ''): string | undefined =>
  /^\d$/.test(character) ? character : decimalLookAlikes[character];

/** Returns the readable start of a code: up to twelve characters. */
export function readCode(text: string): string {
  let code = '';
  for (const [index, character] of Array.from(text.slice(0, codeLength)).entries()) {
    const read = index < partLength ? readHex(character) : readDecimal(character);
    if (!read) break;
    code += read;
  }
  return code;
}

/** Normalises digits in a prefix to the letters that they look like. */
export const canonical = (text: string): string => text.replaceAll('5', 'S').replace(/[0Q]/g, 'O');

/**
 * Returns the key of the generated reference that a whole key stands for, whose letters look like digits: "CRTSOTN9F3A2C48291O"
 * is read from a hand, or by ear. Any other key is itself.
 */
export function readReference(key: string): string {
  const code = readCode(key.slice(commonReference.length));
  const isWhole = key.length === commonReference.length + codeLength && code.length === codeLength;
  return isWhole && canonical(key).startsWith(commonReference) ? commonReference + code : key;
}
