import { BSONRegExp, Decimal128, ObjectId, Timestamp } from 'bson';
import { Context, evalExpr } from 'mingo/core';
import * as libraryAccumulators from 'mingo/operators/accumulator';
import * as libraryExpressions from 'mingo/operators/expression';
import { isDocument, readDouble, setField, type Doc } from '../values/bson.js';
import { convertTo, toText } from '../values/conversions.js';
import { MongoError } from '../errors.js';
import { sortKey } from '../values/keys.js';
import {
  arithmetic,
  convert,
  divide,
  kindOf,
  remainder,
  roundTo,
  toBigInt,
  toNumber,
  type BsonNumber,
  type Rounding,
} from '../values/numbers.js';
import { isTruthy } from '../query/query.js';
import { toRegExp } from '../query/regex.js';
import {
  compare,
  equal,
  identity,
  isMissing,
  isNumber,
  isNumberObject,
  parseKeyFields,
  Rank,
  rankOf,
  typeName,
} from '../values/values.js';

/** An operator on arguments that are evaluated already; a missing one is undefined. */
export type Operator = (args: unknown[]) => unknown;

const fail = (code: number, message: string) => new MongoError(code, message);

/** Answers null as soon as an argument is null or missing. */
const nullable =
  (run: Operator): Operator =>
  (args) =>
    args.some(isMissing) ? null : run(args);

function requireNumbers(name: string, args: unknown[]): void {
  const wrong = args.find((value) => !isNumber(value));
  if (wrong !== undefined) throw fail(14, `${name} only supports numeric types, not ${typeName(wrong)}`);
}

/** Folds numbers, and at most one date among them, as `$add` does. */
function add(args: unknown[]): unknown {
  const dates = args.filter((value) => value instanceof Date);
  if (dates.length > 1) throw fail(16612, 'only one date allowed in an $add expression');
  const numbers = args.filter((value) => !(value instanceof Date));
  requireNumbers('$add', numbers);
  const total = numbers.reduce((sum, value) => arithmetic('add', sum, value), 0);
  return dates[0] ? new Date(dates[0].getTime() + Math.round(toNumber(total))) : total;
}

function subtract([left, right]: unknown[]): unknown {
  if (left instanceof Date) {
    if (right instanceof Date) return convert(readDouble(left.getTime() - right.getTime()), 'long');
    requireNumbers('$subtract', [right]);
    return new Date(left.getTime() - Math.round(toNumber(right)));
  }
  requireNumbers('$subtract', [left, right]);
  return arithmetic('subtract', left, right);
}

const rounding =
  (mode: Rounding): Operator =>
  ([value, place = 0]) => {
    requireNumbers(`$${mode}`, [value]);
    return roundTo(value as BsonNumber, Number(place), mode);
  };

/** A function of doubles; a decimal argument answers a decimal. */
const real =
  (name: string, run: (...args: number[]) => number): Operator =>
  (args) => {
    requireNumbers(name, args);
    const result = run(...args.map(toNumber));
    if (args.some((value) => value instanceof Decimal128)) return Decimal128.fromString(String(result));
    return readDouble(result);
  };

function power(args: unknown[]): unknown {
  requireNumbers('$pow', args);
  const [base, exponent] = args as [BsonNumber, BsonNumber];
  const whole = ['int', 'long'];
  if (
    whole.includes(kindOf(base)) &&
    whole.includes(kindOf(exponent)) &&
    toNumber(exponent) >= 0 &&
    toNumber(exponent) < 64
  ) {
    const result = toBigInt(base) ** toBigInt(exponent);
    if (BigInt.asIntN(64, result) === result) {
      return convert(
        readDouble(Number(result)),
        kindOf(base) === 'int' && BigInt.asIntN(32, result) === result ? 'int' : 'long',
      );
    }
  }
  return real('$pow', Math.pow)(args);
}

function asArray(name: string, value: unknown): unknown[] {
  if (!Array.isArray(value))
    throw fail(17124, `The argument to ${name} must be an array, but was of type: ${typeName(value)}`);
  return value;
}

function arrayElemAt([items, index]: unknown[]): unknown {
  if (!Array.isArray(items))
    throw fail(28689, `$arrayElemAt's first argument must be an array, but is ${typeName(items)}`);
  if (!isNumber(index))
    throw fail(28690, `$arrayElemAt's second argument must be a numeric value, but is ${typeName(index)}`);
  return (items as unknown[]).at(toNumber(index));
}

function slice([items, ...rest]: unknown[]): unknown {
  if (!Array.isArray(items))
    throw fail(28724, `First argument to $slice must be an array, but is of type: ${typeName(items)}`);
  const numbers = rest.map(toNumber);
  if (numbers.length === 1) return numbers[0]! >= 0 ? items.slice(0, numbers[0]) : items.slice(numbers[0]);
  const [position, count] = numbers as [number, number];
  if (count <= 0) throw fail(28729, `Third argument to $slice must be positive: ${count}`);
  const start = position < 0 ? Math.max(0, items.length + position) : position;
  return items.slice(start, start + count);
}

function range([start, end, step = 1]: unknown[]): unknown {
  const [from, to, by] = [toNumber(start), toNumber(end), toNumber(step)];
  if (![from, to, by].every(Number.isInteger)) throw fail(34443, '$range requires whole numbers');
  if (by === 0) throw fail(34449, '$range requires a non-zero step value');
  const count = Math.max(0, Math.ceil((to - from) / by));
  if (count > 8_000_000) throw fail(146, '$range would exceed the memory limit');
  return Array.from({ length: count }, (_, at) => from + at * by);
}

function arrayToObject([items]: unknown[]): unknown {
  const out: Doc = {};
  for (const item of asArray('$arrayToObject', items)) {
    if (Array.isArray(item) && item.length === 2) setField(out, String(item[0]), item[1]);
    else if (isDocument(item) && 'k' in item && 'v' in item) setField(out, String(item.k), item.v);
    else
      throw fail(40392, '$arrayToObject requires an object with keys k and v, or an array of two elements');
  }
  return out;
}

function mergeObjects(args: unknown[]): unknown {
  const out: Doc = {};
  for (const value of args.flat()) {
    if (isMissing(value)) continue;
    if (!isDocument(value))
      throw fail(40400, `$mergeObjects requires object inputs, but input is of type ${typeName(value)}`);
    for (const key of Object.keys(value)) setField(out, key, value[key]);
  }
  return out;
}

function zip([spec]: unknown[]): unknown {
  const {
    inputs,
    useLongestLength = false,
    defaults = [],
  } = spec as { inputs: unknown[]; useLongestLength?: boolean; defaults?: unknown[] };
  if (inputs.some(isMissing)) return null;
  const arrays = inputs.map((input) => asArray('$zip', input));
  const lengths = arrays.map((items) => items.length);
  const length = useLongestLength ? Math.max(...lengths) : Math.min(...lengths);
  return Array.from({ length }, (_, at) =>
    arrays.map((items, n) => (at < items.length ? items[at] : (defaults[n] ?? null))),
  );
}

/** Sorts an array's elements by a sort specification, or by value for 1 and -1. */
export function sortArray(items: unknown[], by: unknown): unknown[] {
  if (!isDocument(by))
    return [...items].sort((left, right) => compare(left, right) * (Number(by) < 0 ? -1 : 1));
  const fields = parseKeyFields(by);
  return items
    .map((item) => ({ item, key: sortKey(isDocument(item) ? item : {}, fields) }))
    .sort((left, right) => Buffer.compare(left.key, right.key))
    .map(({ item }) => item);
}

/** The distinct values of a list, by BSON equality, first come first. */
export const distinct = (items: unknown[]): unknown[] => [
  ...new Map(items.map((item) => [identity(item), item])).values(),
];
const identities = (name: string, value: unknown) => new Set(asArray(name, value).map(identity));

const setOperators: Record<string, Operator> = {
  $setUnion: nullable((args) => distinct(args.flatMap((items) => asArray('$setUnion', items)))),
  $setIntersection: nullable((args) => {
    const others = args.slice(1).map((items) => identities('$setIntersection', items));
    return distinct(asArray('$setIntersection', args[0] ?? [])).filter((item) =>
      others.every((set) => set.has(identity(item))),
    );
  }),
  $setDifference: nullable(([left, right]) => {
    const without = identities('$setDifference', right);
    return distinct(asArray('$setDifference', left)).filter((item) => !without.has(identity(item)));
  }),
  $setEquals: (args) => {
    const [first, ...others] = args.map((items) => identities('$setEquals', items)) as [
      Set<string>,
      ...Set<string>[],
    ];
    return others.every((set) => set.size === first.size && [...set].every((item) => first.has(item)));
  },
  $setIsSubset: ([left, right]) => {
    const all = identities('$setIsSubset', right);
    return asArray('$setIsSubset', left).every((item) => all.has(identity(item)));
  },
  $anyElementTrue: ([items]) => asArray('$anyElementTrue', items).some(isTruthy),
  $allElementsTrue: ([items]) => asArray('$allElementsTrue', items).every(isTruthy),
};

const comparisons: Record<string, (order: number) => unknown> = {
  $cmp: Math.sign,
  $eq: (order) => order === 0,
  $ne: (order) => order !== 0,
  $gt: (order) => order > 0,
  $gte: (order) => order >= 0,
  $lt: (order) => order < 0,
  $lte: (order) => order <= 0,
};
/** A missing value is smaller than null here. */
function compareOperands([left, right]: unknown[]): number {
  if (left === undefined || right === undefined)
    return Number(left !== undefined) - Number(right !== undefined) || 0;
  return compare(left, right);
}
const comparisonOperators: Record<string, Operator> = Object.fromEntries(
  Object.entries(comparisons).map(([name, judge]) => [
    name,
    (args: unknown[]) => judge(compareOperands(args)),
  ]),
);

const arrayOperators: Record<string, Operator> = {
  $arrayElemAt: nullable(arrayElemAt),
  $arrayToObject: nullable(arrayToObject),
  $concatArrays: nullable((args) => args.flatMap((items) => asArray('$concatArrays', items))),
  $first: ([items]) => (isMissing(items) ? null : asArray('$first', items)[0]),
  $last: ([items]) => (isMissing(items) ? null : asArray('$last', items).at(-1)),
  $in: ([value, items]) => {
    if (!Array.isArray(items))
      throw fail(40081, `$in requires an array as a second argument, found: ${typeName(items)}`);
    return items.some((item) => equal(item, value));
  },
  $indexOfArray: ([items, value, start = 0, end]) => {
    if (isMissing(items)) return null;
    const list = asArray('$indexOfArray', items);
    const last = end === undefined ? list.length : Number(end);
    return list.findIndex((item, at) => at >= Number(start) && at < last && equal(item, value));
  },
  $isArray: ([value]) => Array.isArray(value),
  $objectToArray: nullable(([value]) => {
    if (!isDocument(value))
      throw fail(40390, `$objectToArray requires a document input, found: ${typeName(value)}`);
    return Object.entries(value).map(([k, v]) => ({ k, v }));
  }),
  $range: nullable(range),
  $reverseArray: nullable(([items]) => [...asArray('$reverseArray', items)].reverse()),
  $size: ([items]) => asArray('$size', items).length,
  $slice: nullable(slice),
  $sortArray: ([items, by]) => (isMissing(items) ? null : sortArray(asArray('$sortArray', items), by)),
  $zip: zip,
};

const stringOperators: Record<string, Operator> = {
  $concat: nullable((args) => {
    const wrong = args.find((value) => typeof value !== 'string');
    if (wrong !== undefined) throw fail(16702, `$concat only supports strings, not ${typeName(wrong)}`);
    return args.join('');
  }),
  $toLower: ([value]) => (isMissing(value) ? '' : toText(value).toLowerCase()),
  $toUpper: ([value]) => (isMissing(value) ? '' : toText(value).toUpperCase()),
  $strLenCP: ([value]) => [...requireString('$strLenCP', value)].length,
  $strLenBytes: ([value]) => Buffer.byteLength(requireString('$strLenBytes', value)),
  $substr: ([value, start, length]) => substringOfBytes(value, start, length),
  $substrBytes: ([value, start, length]) => substringOfBytes(value, start, length),
  $substrCP: ([value, start, length]) =>
    isMissing(value) ? '' : [...toText(value)].slice(Number(start), Number(start) + Number(length)).join(''),
  $split: nullable(([value, separator]) => {
    if (separator === '') throw fail(40087, '$split requires a non-empty separator');
    return requireString('$split', value).split(requireString('$split', separator));
  }),
};

function requireString(name: string, value: unknown): string {
  if (typeof value !== 'string')
    throw fail(34471, `${name} requires a string argument, found: ${typeName(value)}`);
  return value;
}

function substringOfBytes(value: unknown, start: unknown, length: unknown): string {
  if (isMissing(value)) return '';
  const bytes = Buffer.from(toText(value));
  const count = Number(length);
  return bytes.subarray(Number(start), count < 0 ? undefined : Number(start) + count).toString();
}

/** Numbers of a list, for accumulators used as expressions: `{$sum: [..]}` and `{$sum: '$array'}`. */
const numbersOf = (args: unknown[]) =>
  (args.length === 1 && Array.isArray(args[0]) ? (args[0] as unknown[]) : args).filter(isNumber);
const presentOf = (args: unknown[]) =>
  (args.length === 1 && Array.isArray(args[0]) ? (args[0] as unknown[]) : args).filter(
    (value) => !isMissing(value),
  );

const least = (items: unknown[], sign: number): unknown =>
  items.reduce((best, item) => (best === null || compare(item, best) * sign < 0 ? item : best), null);

const accumulatorExpressions: Record<string, Operator> = {
  $sum: (args) => numbersOf(args).reduce((sum, value) => arithmetic('add', sum, value), 0),
  $avg: (args) => {
    const numbers = numbersOf(args);
    return numbers.length === 0
      ? null
      : divide(
          numbers.reduce((sum, value) => arithmetic('add', sum, value), 0),
          numbers.length,
        );
  },
  $min: (args) => least(presentOf(args), 1),
  $max: (args) => least(presentOf(args), -1),
  $mergeObjects: mergeObjects,
};

const arithmeticOperators: Record<string, Operator> = {
  $add: nullable(add),
  $subtract: nullable(subtract),
  $multiply: nullable((args) => {
    requireNumbers('$multiply', args);
    return args.reduce((product, value) => arithmetic('multiply', product, value), 1);
  }),
  $divide: nullable((args) => {
    requireNumbers('$divide', args);
    if (equal(args[1], 0)) throw fail(2, "can't $divide by zero");
    return divide(args[0], args[1]);
  }),
  $mod: nullable((args) => {
    requireNumbers('$mod', args);
    if (equal(args[1], 0)) throw fail(16610, "can't $mod by zero");
    return remainder(args[0], args[1]);
  }),
  $abs: nullable(([value]) => {
    requireNumbers('$abs', [value]);
    return compare(value, 0) < 0 ? arithmetic('subtract', 0, value) : value;
  }),
  $round: nullable(rounding('round')),
  $trunc: nullable(rounding('trunc')),
  $ceil: nullable(rounding('ceil')),
  $floor: nullable(rounding('floor')),
  $pow: nullable(power),
  $sqrt: nullable(
    real('$sqrt', (value) => {
      if (value < 0) throw fail(28714, "$sqrt's argument must be greater than or equal to 0");
      return Math.sqrt(value);
    }),
  ),
  $exp: nullable(real('$exp', Math.exp)),
  $ln: nullable(real('$ln', Math.log)),
  $log10: nullable(real('$log10', Math.log10)),
  $log: nullable(real('$log', (value, base) => Math.log(value) / Math.log(base))),
};

const typeOperators: Record<string, Operator> = {
  $not: ([value]) => !isTruthy(value),
  $type: ([value]) => typeName(value),
  $isNumber: ([value]) => isNumber(value),
  $convert: ([spec]) => {
    const { input, to, onError, onNull } = spec as Doc;
    if (isMissing(input)) return onNull ?? null;
    try {
      return convertTo(input, to);
    } catch (error) {
      if (onError === undefined || !(error instanceof MongoError)) throw error;
      return onError;
    }
  },
  ...Object.fromEntries(
    ['double', 'int', 'long', 'decimal', 'bool', 'string', 'date', 'objectId'].map((to) => [
      `$to${to[0]!.toUpperCase()}${to.slice(1)}`,
      nullable(([value]) => convertTo(value, to)),
    ]),
  ),
};

export const operators: Record<string, Operator> = {
  ...arithmeticOperators,
  ...comparisonOperators,
  ...setOperators,
  ...arrayOperators,
  ...stringOperators,
  ...accumulatorExpressions,
  ...typeOperators,
};

type LibraryFunction = (doc: unknown, argument: unknown, options: unknown) => unknown;
const libraryContext = Context.init()
  .addExpressionOps(libraryExpressions)
  .addAccumulatorOps(libraryAccumulators);
const libraryOptions = { context: libraryContext, useStrictMode: true, scriptEnabled: false };

/**
 * An operator of the mingo library, for what needs nothing of BSON: dates, texts, trigonometry. It gets its arguments
 * evaluated and as plain JavaScript values.
 * @throws MongoError 168 where there is none of that name
 */
export function libraryOperator(name: string): (argument: unknown) => unknown {
  const known =
    (libraryExpressions as unknown as Record<string, LibraryFunction>)[name] ??
    (libraryAccumulators as unknown as Record<string, LibraryFunction>)[name];
  if (!known) throw fail(168, `Unrecognized expression '${name}'`);
  return (argument) => {
    try {
      return evalExpr({}, { [name]: quoted(argument) }, libraryOptions as never);
    } catch (error) {
      throw error instanceof MongoError ? error : fail(2, (error as Error).message);
    }
  };
}

/** Arguments that the library takes as they are: nothing in them is evaluated again. */
function quoted(argument: unknown): unknown {
  if (Array.isArray(argument)) return argument.map((item) => ({ $literal: plain(item) }));
  if (isDocument(argument))
    return Object.fromEntries(Object.entries(argument).map(([key, value]) => [key, literal(value)]));
  return { $literal: plain(argument) };
}

const literal = (value: unknown): unknown => {
  const simple = plain(value);
  return typeof simple === 'string' && !simple.startsWith('$') ? simple : { $literal: simple };
};

function plain(value: unknown): unknown {
  if (isNumberObject(value)) return toNumber(value);
  if (value instanceof BSONRegExp) return toRegExp(value.pattern, value.options);
  if (value instanceof ObjectId) return value.getTimestamp();
  if (value instanceof Timestamp) return new Date(value.t * 1000);
  return rankOf(value) === Rank.array ? (value as unknown[]).map(plain) : value;
}
