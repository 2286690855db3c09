import { MinKey } from 'bson';
import { type Doc, isDocument, namesOf, setField } from '../values/bson.js';
import { convertTo } from '../values/conversions.js';
import { fail, MongoError } from '../values/errors.js';
import { sumOf } from '../values/summation.js';
import { isMissing, isNumber } from '../values/ranks.js';
import { isTruthy, compare, typeName } from '../values/values.js';
import { arrayOperators, setOperators } from './array-operators.js';
import { dateOperators } from './date-operators.js';
import { numberOperators } from './number-operators.js';
import { namedTextOperators, stringOperators } from './string-operators.js';
import type { NamedOperator, Operator } from './operator.js';

const comparisons: Record<string, (order: number) => unknown> = {
  $cmp: Math.sign,
  $eq: (order) => order === 0,
  $ne: (order) => order !== 0,
  $gt: (order) => order > 0,
  $gte: (order) => order >= 0,
  $lt: (order) => order < 0,
  $lte: (order) => order <= 0,
};
/** Compares values; a missing one is smaller than null here, and than everything except MinKey. */
function compareOperands([left, right]: unknown[]): number {
  if (left !== undefined && right !== undefined) return compare(left, right);
  const place = (value: unknown) => (value instanceof MinKey ? 0 : value === undefined ? 1 : 2);
  return place(left) - place(right);
}
const comparisonOperators: Record<string, Operator> = Object.fromEntries(
  Object.entries(comparisons).map(([name, judge]) => [
    name,
    (args: unknown[]) => judge(compareOperands(args)),
  ]),
);

/** The values of an accumulator used as an expression: its arguments, or the elements of its only one. */
const valuesOf = (args: unknown[]): unknown[] =>
  args.length === 1 && Array.isArray(args[0]) ? (args[0] as unknown[]) : args;

const extreme =
  (sign: number): Operator =>
  (args) =>
    valuesOf(args)
      .filter((value) => !isMissing(value))
      .reduce<unknown>((best, item) => (best === null || compare(item, best) * sign < 0 ? item : best), null);

/** Merges documents; later ones override earlier ones. */
export function mergeObjects(values: unknown[]): Doc {
  const out: Doc = {};
  for (const value of values) {
    if (isMissing(value)) continue;
    if (!isDocument(value))
      throw fail(40400, `$mergeObjects requires object inputs, but input is of type ${typeName(value)}`);
    for (const key of namesOf(value)) setField(out, key, value[key]);
  }
  return out;
}

const accumulatorExpressions: Record<string, Operator> = {
  $sum: (args) => sumOf(valuesOf(args).filter(isNumber)).total(),
  $avg: (args) => sumOf(valuesOf(args).filter(isNumber)).average(),
  $min: extreme(1),
  $max: extreme(-1),
  $mergeObjects: (args) => mergeObjects(valuesOf(args)),
};

const typeOperators: Record<string, Operator> = {
  $not: ([value]) => !isTruthy(value),
  $type: ([value]) => typeName(value),
  $isNumber: ([value]) => isNumber(value),
};

/** The short forms of `$convert`. */
const conversions: Record<string, Operator> = Object.fromEntries(
  ['double', 'int', 'long', 'decimal', 'bool', 'string', 'date', 'objectId'].map((to) => [
    `$to${to[0]!.toUpperCase()}${to.slice(1)}`,
    ([value]: unknown[]) => (isMissing(value) ? null : convertTo(value, to)),
  ]),
);

export const operators: Record<string, Operator> = {
  ...numberOperators,
  ...comparisonOperators,
  ...setOperators,
  ...arrayOperators,
  ...stringOperators,
  ...accumulatorExpressions,
  ...typeOperators,
  ...conversions,
};

export const namedOperators: Record<string, NamedOperator> = {
  ...dateOperators,
  ...namedTextOperators,
  $convert: {
    required: ['input', 'to'],
    optional: ['onError', 'onNull'],
    codes: [9, 9, 9],
    run(args) {
      const { input, to } = args;
      if (isMissing(input)) return 'onNull' in args ? args.onNull : null;
      if (isMissing(to)) return null;
      try {
        return convertTo(input, to);
      } catch (error) {
        if (!('onError' in args) || !(error instanceof MongoError) || error.code !== 241) throw error;
        return args.onError;
      }
    },
  },
};

/** The operators that take a fixed number of arguments, by that number. */
const exact: Record<number, string> = {
  1: '$not $type $isNumber $isArray $size $first $last $reverseArray $arrayToObject $objectToArray $anyElementTrue $allElementsTrue $toLower $toUpper $strLenCP $strLenBytes $abs $ceil $floor $sqrt',
  2: '$eq $ne $gt $gte $lt $lte $cmp $subtract $divide $mod $pow $arrayElemAt $in $split $strcasecmp $setDifference $setIsSubset',
  3: '$substr $substrBytes $substrCP',
};
const counts = new Map<string, [least: number, most: number]>([
  ...Object.entries(exact).flatMap(([count, names]) =>
    names.split(' ').map((name): [string, [number, number]] => [name, [Number(count), Number(count)]]),
  ),
  ['$round', [1, 2]],
  ['$trunc', [1, 2]],
  ['$slice', [2, 3]],
  ['$range', [2, 3]],
  ['$indexOfArray', [2, 4]],
  ['$indexOfBytes', [2, 4]],
  ['$indexOfCP', [2, 4]],
]);

/** @throws MongoError 16020, 28667 for a wrong number of arguments */
export function checkCount(name: string, count: number): void {
  if (name in conversions && count !== 1)
    throw fail(50723, `${name} requires a single argument, got ${count}`);
  if (name === '$setEquals' && count < 2)
    throw fail(17045, `$setEquals needs at least two arguments had: ${count}`);
  const [least, most] = counts.get(name) ?? [0, Infinity];
  if (count >= least && count <= most) return;
  if (least === most)
    throw fail(16020, `Expression ${name} takes exactly ${least} arguments. ${count} were passed in.`);
  throw fail(
    28667,
    `Expression ${name} takes at least ${least} arguments, and at most ${most}, but ${count} were passed in.`,
  );
}

/** The message of the error for an unknown operator. */
export const unrecognized = (name = ''): string => `Unrecognized expression '${name}'`;
