import { styled } from '@mui/material';
import { useMemo } from 'react';
import { colors } from '#domain/platform/colors';
import { referenceKey } from '#domain/payments/payments';

/** Characters of references that are easily confused. */
const lookAlikes: Record<string, string> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  S: '5',
  Z: '2',
  G: '6',
  B: '8',
  A: '4',
  T: '7',
};

const canonical = (character: string): string => lookAlikes[character] ?? character;

/** Returns the letters and digits of a text, normalized for comparison, each with its position in the text. */
function readCharacters(text: string): { key: string; start: number; end: number }[] {
  const found: { key: string; start: number; end: number }[] = [];
  let start = 0;
  for (const character of text) {
    const end = start + character.length;
    for (const one of character.normalize('NFKC').toUpperCase())
      if (/[\p{L}\p{N}]/u.test(one)) found.push({ key: canonical(one), start, end });
    start = end;
  }
  return found;
}

/** Returns true if two texts of equal length differ in one character at most, or in two swapped ones. */
function isAlike(one: string, other: string): boolean {
  const differing = [...one].flatMap((character, index) => (character === other[index] ? [] : [index]));
  if (differing.length <= 1) return true;
  const [first = 0, second = 0] = differing;
  return (
    differing.length === 2 &&
    second === first + 1 &&
    one[first] === other[second] &&
    one[second] === other[first]
  );
}

/** Returns the position of a reference, written in any form, in a text; undefined if it is not there. */
function findReference(text: string, reference: string): { start: number; end: number } | undefined {
  const characters = readCharacters(text);
  const key = [...referenceKey(reference).replace(/[^\p{L}\p{N}]/gu, '')].map(canonical).join('');
  const written = characters.map((character) => character.key).join('');
  let at = key ? written.indexOf(key) : -1;
  for (let start = 0; at < 0 && key.length >= 12 && start + key.length <= written.length; start++)
    if (isAlike(written.slice(start, start + key.length), key)) at = start;
  const [first, last] = [characters[at], characters[at + key.length - 1]];
  return first && last && { start: first.start, end: last.end };
}

/** Splits a bank's text so that the first of the references that it contains can be marked. */
export function markReference(text: string, references: readonly string[]) {
  for (const reference of references) {
    const found = findReference(text, reference);
    if (!found) continue;
    const { start, end } = found;
    return [
      { text: text.slice(0, start), isMarked: false },
      { text: text.slice(start, end), isMarked: true },
      { text: text.slice(end), isMarked: false },
    ].filter((part) => part.text !== '');
  }
  return [{ text, isMarked: false }];
}

/** A bank's text with the reference in it marked. */
export function MarkedText({ text, references }: { text: string; references: string[] }) {
  // The rows are drawn anew at each key; finding the references again would take most of that time.
  const sought = references.join('\n');
  const parts = useMemo(() => markReference(text, sought.split('\n')), [text, sought]);
  return parts.map((part, index) =>
    part.isMarked ? <Mark key={index}>{part.text}</Mark> : <span key={index}>{part.text}</span>,
  );
}

const Mark = styled('mark')(({ theme }) => ({
  padding: '0 2px',
  borderRadius: 3,
  color: 'inherit',
  background: colors[theme.palette.mode].highlight,
}));
