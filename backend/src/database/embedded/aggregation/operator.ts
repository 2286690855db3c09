import type { Doc } from '../values/bson.js';

/** An operator on arguments that are evaluated already; a missing one is undefined. */
export type Operator = (args: unknown[]) => unknown;

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
