/** A name in a text, behind an @: `from` is the place of the @, `to` that behind the name. */
export interface Mention {
  from: number;
  to: number;
  /** As the account has it. */
  name: string;
}

/** An @ that is neither within a word nor within an address. */
const beginning = /(?<![\p{L}\p{M}\p{N}_@][+-]*)@/gu;

/** The rest of a longer name; a full stop at the end of a sentence is none. */
const goesOn = /[.@+-]*\w/y;

const isLonger = (text: string, at: number): boolean => {
  goesOn.lastIndex = at;
  return goesOn.test(text);
};

/** Returns which of these names of accounts a text mentions, in its order: at each @ the longest one that fits, in any case. */
export function mentionsIn(text: string, names: readonly string[]): Mention[] {
  const longestFirst = names.toSorted((one, other) => other.length - one.length);
  return [...text.matchAll(beginning)].flatMap(({ index: from }) => {
    const start = from + 1;
    const isAt = (name: string) =>
      text.slice(start, start + name.length).toLowerCase() === name.toLowerCase() &&
      !isLonger(text, start + name.length);
    const name = longestFirst.find(isAt);
    return name === undefined ? [] : [{ from, to: start + name.length, name }];
  });
}

/** A name that is being typed: what stands between an @ and the caret, and where the @ is. */
export interface TypedMention {
  from: number;
  typed: string;
}

/** Returns the beginning of a name that ends at the caret, in lower case; undefined where none is being typed. */
export function mentionAt(text: string, caret: number): TypedMention | undefined {
  const last = [...text.slice(0, caret).matchAll(beginning)].at(-1);
  if (!last) return undefined;
  const typed = text.slice(last.index + 1, caret);
  return /^[\w.@+-]*$/.test(typed) ? { from: last.index, typed: typed.toLowerCase() } : undefined;
}
