import { isDocument, type Doc } from '../values/bson.js';
import { fail } from '../values/errors.js';
import { expression } from './expressions.js';
import { Summation } from '../values/summation.js';
import { mergeObjects } from './operators.js';
import { isMissing, isNumber } from '../values/ranks.js';
import { compare, identity } from '../values/values.js';

/** The state of one accumulator in one group. */
export interface Accumulator {
  add(doc: Doc): void;
  result(): unknown;
}
/** Creates the state for a group. */
type MakeAccumulator = () => Accumulator;
type Value = (doc: Doc) => unknown;

/** Reduces the documents' values to one. */
const fold =
  (value: Value, initial: unknown, step: (kept: unknown, next: unknown) => unknown): MakeAccumulator =>
  () => {
    let kept = initial;
    return { add: (doc) => void (kept = step(kept, value(doc))), result: () => kept };
  };

/** Collects all values, and calculates the result at the end. */
const gather =
  (value: Value, finish: (values: unknown[]) => unknown): MakeAccumulator =>
  () => {
    const values: unknown[] = [];
    return { add: (doc) => void values.push(value(doc)), result: () => finish(values) };
  };

/** Sums the numbers among the values. */
const sum =
  (value: Value, finish: (sum: Summation) => unknown): MakeAccumulator =>
  () => {
    const total = new Summation();
    return {
      add(doc) {
        const next = value(doc);
        if (isNumber(next)) total.add(next);
      },
      result: () => finish(total),
    };
  };

const extreme = (value: Value, sign: number): MakeAccumulator =>
  fold(value, null, (kept, next) =>
    isMissing(next) || (kept !== null && compare(next, kept) * sign >= 0) ? kept : next,
  );

function addToSet(value: Value): MakeAccumulator {
  return () => {
    const values = new Map<string, unknown>();
    return {
      add(doc) {
        const next = value(doc);
        if (next !== undefined && !values.has(identity(next))) values.set(identity(next), next);
      },
      result: () => [...values.values()],
    };
  };
}

/** Accumulators of one value for each document. */
const unary: Record<string, (value: Value) => MakeAccumulator> = {
  $sum: (value) => sum(value, (total) => total.total()),
  $avg: (value) => sum(value, (total) => total.average()),
  $min: (value) => extreme(value, 1),
  $max: (value) => extreme(value, -1),
  $first: (value) => fold(value, undefined, (kept, next) => (kept === undefined ? (next ?? null) : kept)),
  $last: (value) => fold(value, null, (_, next) => next ?? null),
  $push: (value) => gather(value, (values) => values.filter((item) => item !== undefined)),
  $addToSet: addToSet,
  $mergeObjects: (value) => gather(value, mergeObjects),
};

/** Compiles one accumulator of `$group`. @throws MongoError 15952 for one that does not exist */
export function accumulator(spec: unknown, variables: Doc): MakeAccumulator {
  if (!isDocument(spec) || !Object.keys(spec)[0]?.startsWith('$')) {
    throw fail(40234, 'The field must be an accumulator object');
  }
  const names = Object.keys(spec);
  if (names.length > 1) throw fail(40238, 'The field must specify one accumulator');
  const name = names[0]!;
  let argument = spec[name];
  if (name === '$count') {
    if (!isDocument(argument) || Object.keys(argument).length > 0)
      throw fail(14, '$count takes no arguments, i.e. $count:{}');
    argument = 1;
  }
  const make = Object.hasOwn(unary, name) ? unary[name] : name === '$count' ? unary.$sum : undefined;
  if (!make) throw fail(15952, `unknown group operator '${name}'`);
  if (Array.isArray(argument)) {
    if (argument.length !== 1) throw fail(40237, `The ${name} accumulator is a unary operator`);
    argument = argument[0] as unknown;
  }
  return make(expression(argument, variables));
}
