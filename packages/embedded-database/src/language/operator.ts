import type { Doc } from '../values/bson.js';
import { isMissing } from '../values/ranks.js';

/** An operator on evaluated arguments; a missing one is undefined. */
export type Operator = (args: unknown[]) => unknown;

/** Checks one argument after the other; returns null at the first one without a value, else the result. */
export const nullPropagating =
  (check: (value: unknown) => void, run: Operator): Operator =>
  (args) => {
    for (const value of args) {
      if (isMissing(value)) return null;
      check(value);
    }
    return run(args);
  };

/** An operator with named, evaluated arguments; one that is given without a value is present as undefined. */
export interface NamedOperator {
  required: string[];
  optional: string[];
  /** Error codes of an argument that is no object, of an unknown name, and of a missing one. */
  codes: [shape: number, unknown: number, missing: number];
  /** Error codes of single missing arguments, where they differ. */
  missing?: Record<string, number>;
  run: (args: Doc) => unknown;
}
