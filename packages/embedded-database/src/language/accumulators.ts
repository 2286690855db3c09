import { isDocument, type Doc } from '../values/bson.js';
import { fail } from '../values/errors.js';
import { expression } from './expressions.js';
import { sortKey } from '../values/keys.js';
import { Summation } from '../values/summation.js';
import { countOf, pickers } from './array-operators.js';
import { checkMethod, checkParts, deviation, mergeObjects, percentiles } from './operators.js';
import { checkSort } from '../values/sort.js';
import { isMissing, isNumber, parseKeyFields } from '../values/ranks.js';
import { compare, identity } from '../values/values.js';

/** The state of one accumulator in one group. */
interface Accumulator {
  add(doc: Doc): void;
  result(): unknown;
}
/** Creates the state for a group; the `n` of `$firstN` and similar ones may read the group's fields. */
export type MakeAccumulator = (group: Doc) => Accumulator;
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
  (value: Value, finish: (values: unknown[], group: Doc) => unknown): MakeAccumulator =>
  (group) => {
    const values: unknown[] = [];
    return { add: (doc) => void values.push(value(doc)), result: () => finish(values, group) };
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

/** Returns the named options of an accumulator. */
function optionsOf(
  name: string,
  spec: unknown,
  codes: Record<string, number>,
  shape: number,
  unknown: number,
): Doc {
  if (!isDocument(spec)) throw fail(shape, `specification must be an object; found ${name}`);
  const wrong = Object.keys(spec).find((option) => !(option in codes));
  if (wrong !== undefined) throw fail(unknown, `Unknown argument for ${name}: ${wrong}`);
  for (const [option, code] of Object.entries(codes))
    if (!(option in spec)) throw fail(code, `Missing value for '${option}' in ${name}`);
  return spec;
}

/** `$top`, `$topN`, `$bottom` and `$bottomN`: the first or last of each group in an order of its own. */
function ranked(name: string, argument: unknown, variables: Doc): MakeAccumulator {
  const isMany = name.endsWith('N');
  const codes = { ...(isMany && { n: 5788003 }), output: 5788004, sortBy: 5788005 };
  const spec = optionsOf(name, argument, codes, 5788001, 5788002);
  if (!isDocument(spec.sortBy)) throw fail(10065, `invalid parameter: expected an object (sortBy)`);
  checkSort(spec.sortBy);
  const fields = parseKeyFields(spec.sortBy);
  const output = expression(spec.output, variables);
  const count = isMany ? expression(spec.n, variables) : () => 1;
  return (group) => {
    const most = countOf(name, count(group));
    const rows: { key: Buffer; value: unknown }[] = [];
    return {
      add: (doc) => void rows.push({ key: sortKey(doc, fields), value: output(doc) ?? null }),
      result() {
        rows.sort((left, right) => Buffer.compare(left.key, right.key));
        const values = rows.map((row) => row.value);
        const kept = name.startsWith('$top') ? values.slice(0, most) : values.slice(-most);
        return isMany ? kept : (kept[0] ?? null);
      },
    };
  };
}

/** `$firstN`, `$lastN`, `$minN` and `$maxN`. */
function some(name: string, argument: unknown, variables: Doc): MakeAccumulator {
  const spec = optionsOf(name, argument, { n: 5787906, input: 5787907 }, 5787900, 5787901);
  const count = expression(spec.n, variables);
  const make = gather(expression(spec.input, variables), (values, group) =>
    pickers[name]!(
      values.map((value) => value ?? null),
      countOf(name, count(group)),
    ),
  );
  return (group) => {
    countOf(name, count(group));
    return make(group);
  };
}

function quantile(name: string, argument: unknown, variables: Doc): MakeAccumulator {
  const codes = { input: 40414, method: 40414, ...(name === '$percentile' && { p: 40414 }) };
  const spec = optionsOf(name, argument, codes, 7429703, 40415);
  checkMethod(spec.method);
  const parts = name === '$median' ? [0.5] : checkParts(expression(spec.p, variables)({}));
  return gather(expression(spec.input, variables), (values) => {
    const found = percentiles(values, parts);
    return name === '$median' ? found[0] : found;
  });
}

/** Accumulators of one value for each document. */
const unary: Record<string, (value: Value) => MakeAccumulator> = {
  $sum: (value) => sum(value, (total) => total.total()),
  $avg: (value) => sum(value, (total) => total.average()),
  $min: (value) => extreme(value, 1),
  $max: (value) => extreme(value, -1),
  $first: first,
  $last: (value) => fold(value, null, (_, next) => next ?? null),
  $push: (value) => gather(value, (values) => values.filter((item) => item !== undefined)),
  $addToSet: addToSet,
  $mergeObjects: (value) => gather(value, mergeObjects),
  $stdDevPop: (value) => gather(value, (values) => deviation(values, false)),
  $stdDevSamp: (value) => gather(value, (values) => deviation(values, true)),
};

/** Accumulators that take several options. */
const optioned: Record<string, (name: string, argument: unknown, variables: Doc) => MakeAccumulator> = {
  $top: ranked,
  $topN: ranked,
  $bottom: ranked,
  $bottomN: ranked,
  ...Object.fromEntries(Object.keys(pickers).map((name) => [name, some])),
  $median: quantile,
  $percentile: quantile,
};

/**
 * Compiles one accumulator of `$group`.
 * @throws MongoError 15952 for one that does not exist
 */
export function accumulator(spec: unknown, variables: Doc): MakeAccumulator {
  if (!isDocument(spec) || !Object.keys(spec)[0]?.startsWith('$')) {
    throw fail(40234, 'The field must be an accumulator object');
  }
  const names = Object.keys(spec);
  if (names.length > 1) throw fail(40238, 'The field must specify one accumulator');
  const name = names[0]!;
  let argument = spec[name];
  if (Object.hasOwn(optioned, name)) return optioned[name]!(name, argument, variables);
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

function first(value: Value): MakeAccumulator {
  return () => {
    let kept: { value: unknown } | undefined;
    return { add: (doc) => void (kept ??= { value: value(doc) ?? null }), result: () => kept?.value ?? null };
  };
}
