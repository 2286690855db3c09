import type { Doc } from '../values/bson.js';
import { isMissing } from '../values/values.js';

/** An operator on arguments that are evaluated already; a missing one is undefined. */
export type Operator = (args: unknown[]) => unknown;

/** Of arguments that are looked at one after the other: null at the first that has no value, else the result. */
export const nullPropagating =
  (check: (value: unknown) => void, run: Operator): Operator =>
  (args) => {
    for (const value of args) {
      if (isMissing(value)) return null;
      check(value);
    }
    return run(args);
  };

/** An operator whose arguments come by name, evaluated; one that is given but has no value is there as undefined. */
export interface NamedOperator {
  required: string[];
  optional: string[];
  /** The codes of an argument that is no object, of an unknown name, and of a missing one. */
  codes: [shape: number, unknown: number, missing: number];
  /** The codes of missing arguments that have one of their own. */
  missing?: Record<string, number>;
  run: (args: Doc) => unknown;
}
