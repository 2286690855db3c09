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
