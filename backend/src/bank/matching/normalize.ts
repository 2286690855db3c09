const letterOrDigit = /[\p{L}\p{N}]/u;

/**
 * Returns the text for comparison: NFKC, upper case, letters and digits only; for each character of this key, `endsHere`
 * is true where no letter or digit follows it in the text itself.
 */
export function normalizeText(text: string) {
  let key = '';
  const endsHere: boolean[] = [];
  for (const character of text.normalize('NFKC').toUpperCase()) {
    if (letterOrDigit.test(character)) {
      key += character;
      for (let unit = 0; unit < character.length; unit++) endsHere.push(false);
    } else if (endsHere.length) endsHere[endsHere.length - 1] = true;
  }
  if (endsHere.length) endsHere[endsHere.length - 1] = true;
  return { key, endsHere };
}

/** The normalised text alone: rows of one day and amount with the same text are the same transaction. */
export const textKey = (text: string): string => normalizeText(text).key;

/** True where the texts differ by at most one edit: a substitution, insertion, deletion or transposition. */
export function isWithinOneEdit(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const [restOfOne, restOfOther] = [one.slice(start), other.slice(start)];
  if (!restOfOne && !restOfOther) return true;
  return (
    restOfOne.slice(1) === restOfOther.slice(1) ||
    restOfOne.slice(1) === restOfOther ||
    restOfOne === restOfOther.slice(1) ||
    (restOfOne[0] === restOfOther[1] &&
      restOfOne[1] === restOfOther[0] &&
      restOfOne.slice(2) === restOfOther.slice(2))
  );
}
