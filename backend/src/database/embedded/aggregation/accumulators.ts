import { isDocument, type Doc } from '../values/bson.js';
import { MongoError } from '../errors.js';
import { expression } from './expressions.js';
import { sortKey } from '../values/keys.js';
import { arithmetic, divide, toNumber } from '../values/numbers.js';
import { operators } from './operators.js';
import { compare, identity, isMissing, isNumber, parseKeyFields } from '../values/values.js';

/** The state of one accumulator in one group. */
interface Accumulator {
  add(doc: Doc): void;
  result(): unknown;
}
type MakeAccumulator = () => Accumulator;
type Value = (doc: Doc) => unknown;

/** Keeps one value, folding each document's into it. */
const fold =
  (value: Value, initial: unknown, step: (kept: unknown, next: unknown) => unknown): MakeAccumulator =>
  () => {
    let kept = initial;
    return { add: (doc) => void (kept = step(kept, value(doc))), result: () => kept };
  };

/** Gathers all values, and makes the result at the end. */
const gather =
  (value: Value, finish: (values: unknown[]) => unknown): MakeAccumulator =>
  () => {
    const values: unknown[] = [];
    return { add: (doc) => void values.push(value(doc)), result: () => finish(values) };
  };

const present = (values: unknown[]): unknown[] => values.filter((value) => !isMissing(value));
const doubles = (values: unknown[]): number[] => values.filter(isNumber).map(toNumber);
const ordered = (values: unknown[], sign: number): unknown[] =>
  present(values).sort((a, b) => compare(a, b) * sign);

function average(value: Value): MakeAccumulator {
  return () => {
    let sum: unknown = 0;
    let count = 0;
    return {
      add(doc) {
        const next = value(doc);
        if (!isNumber(next)) return;
        sum = arithmetic('add', sum, next);
        count++;
      },
      result: () => (count === 0 ? null : divide(sum, count)),
    };
  };
}

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

function deviation(value: Value, sample: boolean): MakeAccumulator {
  return gather(value, (values) => {
    const numbers = doubles(values);
    const divisor = numbers.length - (sample ? 1 : 0);
    if (divisor < 1) return null;
    const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
    return Math.sqrt(numbers.reduce((sum, number) => sum + (number - mean) ** 2, 0) / divisor);
  });
}

/** The first or last of each group in an order of its own: `$top`, `$bottomN` and their kin. */
function ranked(spec: Doc, variables: Doc, fromEnd: boolean, many: boolean): MakeAccumulator {
  const fields = parseKeyFields(spec.sortBy as Doc);
  const output = expression(spec.output, variables);
  const count = many ? expression(spec.n, variables) : () => 1;
  return () => {
    const rows: { key: Buffer; value: unknown }[] = [];
    return {
      add: (doc) => void rows.push({ key: sortKey(doc, fields), value: output(doc) ?? null }),
      result() {
        rows.sort((left, right) => Buffer.compare(left.key, right.key));
        const values = rows.map((row) => row.value);
        const n = toNumber(count({}));
        const kept = fromEnd ? values.slice(Math.max(0, values.length - n)) : values.slice(0, n);
        return many ? kept : kept[0];
      },
    };
  };
}

function firstOrLast(
  spec: Doc,
  variables: Doc,
  finish: (values: unknown[], n: number) => unknown,
): MakeAccumulator {
  const count = expression(spec.n, variables);
  return gather(expression(spec.input, variables), (values) =>
    finish(
      values.map((value) => value ?? null),
      toNumber(count({})),
    ),
  );
}

function percentiles(
  spec: Doc,
  variables: Doc,
  wanted: (doc: Doc) => unknown[],
  single: boolean,
): MakeAccumulator {
  return gather(expression(spec.input, variables), (values) => {
    const numbers = doubles(values).sort((a, b) => a - b);
    const at = (p: unknown) => numbers[Math.max(0, Math.ceil(toNumber(p) * numbers.length) - 1)] ?? null;
    const found = wanted({}).map(at);
    return single ? found[0] : found;
  });
}

/**
 * Compiles one accumulator of `$group`.
 * @throws MongoError 15952 for one that does not exist
 */
export function accumulator(spec: unknown, variables: Doc): MakeAccumulator {
  if (!isDocument(spec) || !Object.keys(spec)[0]?.startsWith('$')) {
    throw new MongoError(40234, 'The field must be an accumulator object');
  }
  const names = Object.keys(spec);
  if (names.length > 1) throw new MongoError(40238, 'The field must specify one accumulator');
  const name = names[0]!;
  const argument = spec[name];
  const options = isDocument(argument) ? argument : {};
  const value = (): Value => expression(argument, variables);
  switch (name) {
    case '$sum':
      return fold(value(), 0, (sum, next) => (isNumber(next) ? arithmetic('add', sum, next) : sum));
    case '$count':
      return fold(
        () => 1,
        0,
        (sum) => arithmetic('add', sum, 1),
      );
    case '$avg':
      return average(value());
    case '$min':
      return extreme(value(), 1);
    case '$max':
      return extreme(value(), -1);
    case '$first':
      return gatherFirst(value());
    case '$last':
      return fold(value(), null, (_, next) => next ?? null);
    case '$push':
      return gather(value(), (values) => values.filter((item) => item !== undefined));
    case '$addToSet':
      return addToSet(value());
    case '$mergeObjects':
      return gather(value(), (values) => operators.$mergeObjects!(values));
    case '$stdDevPop':
      return deviation(value(), false);
    case '$stdDevSamp':
      return deviation(value(), true);
    case '$top':
    case '$topN':
      return ranked(options, variables, false, name === '$topN');
    case '$bottom':
    case '$bottomN':
      return ranked(options, variables, true, name === '$bottomN');
    case '$firstN':
      return firstOrLast(options, variables, (values, n) => values.slice(0, n));
    case '$lastN':
      return firstOrLast(options, variables, (values, n) => values.slice(Math.max(0, values.length - n)));
    case '$minN':
      return firstOrLast(options, variables, (values, n) => ordered(values, 1).slice(0, n));
    case '$maxN':
      return firstOrLast(options, variables, (values, n) => ordered(values, -1).slice(0, n));
    case '$median':
      return percentiles(options, variables, () => [0.5], true);
    case '$percentile':
      return percentiles(
        options,
        variables,
        (doc) => expression(options.p, variables)(doc) as unknown[],
        false,
      );
    default:
      throw new MongoError(15952, `unknown group operator '${name}'`);
  }
}

function gatherFirst(value: Value): MakeAccumulator {
  return () => {
    let kept: { value: unknown } | undefined;
    return { add: (doc) => void (kept ??= { value: value(doc) ?? null }), result: () => kept?.value ?? null };
  };
}
