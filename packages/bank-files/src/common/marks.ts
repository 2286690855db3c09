import type { ReadingDecision } from './contract.js';
import { type Decided, decide, type Option } from './decide.js';

/** All that is said and known of the order of dates, or of the decimal mark. */
export interface MarkSources<Mark> {
  said?: Mark | undefined;
  remembered?: Mark | undefined;
  known?: Mark | undefined;
  /** True for a mark of earlier files that says something of this one's texts. */
  fits?: (mark: Mark) => boolean;
}

/**
 * Decides on the order of dates or the decimal mark. The file's own one stands above that of earlier files, which says
 * nothing of texts that it does not fit.
 */
export function decideMark<Mark extends string>(
  on: ReadingDecision['on'],
  options: readonly Option<Mark>[],
  proof: { option: Option<Mark>; says: string } | undefined,
  { said, remembered, known, fits = () => true }: MarkSources<Mark>,
): Decided<Mark> {
  const of = (mark: Mark | undefined) => options.find(({ value }) => value === mark);
  const before = (mark: Mark | undefined) => (!proof && mark && fits(mark) ? of(mark) : undefined);
  const told = said && (of(said) ?? ({ value: said, reads: '', answer: {} } satisfies Option<Mark>));
  const isFree = options.length > 1;
  return decide(on, options, {
    said: told && { ...told, reads: told.reads || options[0]?.reads || '' },
    proof,
    ...(isFree && { remembered: before(remembered), known: before(known) }),
  });
}
