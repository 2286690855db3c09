import { isDocument, readDouble, type Doc } from '../values/bson.js';
import { fail } from '../values/errors.js';
import { checkNames, missingField } from '../values/arguments.js';
import { sortDocuments, sortKey } from '../values/keys.js';
import { mapInSlices, PAUSE_EVERY, sortInSlices, type Sliced } from '../values/slices.js';
import type { Flow } from './flow.js';
import { arithmetic, divide, toNumber } from '../values/numbers.js';
import { Summation } from '../values/summation.js';
import { checkSort } from '../values/sort.js';
import { isMissing, isNumber, parseKeyFields, type KeyField } from '../values/ranks.js';
import { compare, elementsAt, identity, typeName } from '../values/values.js';
import { accumulator } from './accumulators.js';
import { isUnit, lengthOf } from './date-units.js';
import { readsDocument } from './expression-arguments.js';
import { expression, type Expression } from './expressions.js';
import { compileAddFields } from './transforms.js';
import { boundsOf, type Call, type Partition, type WindowFunction } from './window-bounds.js';

/** https://www.mongodb.com/docs/manual/reference/operator/aggregation/setWindowFields/ */

export function setWindowFields(spec: unknown, variables: Doc): (docs: Doc[]) => Flow {
  if (!isDocument(spec)) throw fail(9, 'the $setWindowFields stage specification must be an object');
  checkNames('$setWindowFields', spec, ['partitionBy', 'sortBy', 'output']);
  const { partitionBy, sortBy, output } = spec;
  if (!('output' in spec)) throw missingField('$setWindowFields.output');
  if (!isDocument(output)) throw fail(14, "BSON field '$setWindowFields.output' must be an object");
  if (sortBy !== undefined && !isDocument(sortBy))
    throw fail(14, "BSON field '$setWindowFields.sortBy' must be an object");
  const fields = sortFields(sortBy);
  const key = partitionBy === undefined ? undefined : expression(partitionBy, variables);
  checkPaths(Object.keys(output));
  const functions = Object.entries(output).map(
    ([name, value]) => [name, windowFunction(value, fields, variables)] as const,
  );
  return function* (docs) {
    for (const partition of yield* partitions(docs, key, fields)) {
      const values: [string, unknown[]][] = [];
      for (const [name, run] of functions) values.push([name, yield* run(partition)]);
      for (const [at, doc] of partition.docs.entries()) {
        if (at % PAUSE_EVERY === PAUSE_EVERY - 1) yield null;
        const added = Object.fromEntries(values.map(([name, all]) => [name, { $literal: all[at] }]));
        yield values.length === 0 ? doc : compileAddFields(added)(doc);
      }
    }
  };
}

function sortFields(sortBy: unknown): KeyField[] {
  if (!isDocument(sortBy) || Object.keys(sortBy).length === 0) return [];
  checkSort(sortBy);
  return parseKeyFields(sortBy);
}

function checkPaths(paths: string[]): void {
  const wrong = paths.find((path) => paths.some((other) => other.startsWith(`${path}.`)));
  if (wrong !== undefined) throw fail(6307900, `specification contains two conflicting paths: ${wrong}`);
}

function* partitions(docs: Doc[], key: Expression | undefined, fields: KeyField[]): Sliced<Partition[]> {
  const groups = new Map<string, { id: unknown; docs: Doc[] }>();
  yield* mapInSlices(docs, (doc) => {
    const id = key?.(doc) ?? null;
    if (Array.isArray(id))
      throw fail(14, 'An expression used to partition cannot evaluate to value of type array');
    const name = identity(id);
    const group = groups.get(name);
    if (group) group.docs.push(doc);
    else groups.set(name, { id, docs: [doc] });
  });
  const ordered = yield* sortInSlices([...groups.values()], (left, right) => compare(left.id, right.id));
  const found: Partition[] = [];
  for (const { docs: inside } of ordered)
    found.push({ docs: fields.length === 0 ? inside : yield* sortDocuments(inside, fields), fields });
  return found;
}

function windowFunction(spec: unknown, fields: KeyField[], variables: Doc): WindowFunction {
  const names = isDocument(spec) ? Object.keys(spec) : [];
  const name = names.find((item) => item !== 'window');
  if (!isDocument(spec) || !name?.startsWith('$'))
    throw fail(9, `Expected a $-prefixed window function${name === undefined ? '' : `, ${name}`}`);
  const make = functions[name];
  if (!make) throw fail(9, `Unrecognized window function, ${name}`);
  if (names.length > 2 || (names.length === 2 && !('window' in spec)))
    throw fail(9, `Window function ${name} found an unknown argument`);
  return make({ name, argument: spec[name], window: spec.window, fields, variables });
}

// --- functions ---

/** Runs an accumulator over each document's window; continues it while the window only grows. */
function accumulated(call: Call): WindowFunction {
  const make = accumulator({ [call.name]: call.argument }, call.variables);
  const bounds = boundsOf(call);
  return function* (partition) {
    const found: unknown[] = [];
    let state = make({});
    let [from, to] = [0, -1];
    let added = 0;
    for (let at = 0; at < partition.docs.length; at++) {
      const [first, last] = bounds(partition, at);
      if (first !== from || last < to) {
        state = make({});
        [from, to] = [first, first - 1];
      }
      while (to < last) {
        if (++added % PAUSE_EVERY === 0) yield null;
        state.add(partition.docs[++to]!);
      }
      if (at % PAUSE_EVERY === PAUSE_EVERY - 1) yield null;
      found.push(state.result() ?? null);
    }
    return found;
  };
}

/** `$covariancePop` and `$covarianceSamp`: the covariance of pairs within each window. */
function covariance(call: Call): WindowFunction {
  const parts = call.argument;
  if (!Array.isArray(parts) || parts.length !== 2)
    throw fail(9, `${call.name} takes an array of two expressions`);
  const [x, y] = parts.map((part: unknown) => expression(part, call.variables)) as [Expression, Expression];
  const bounds = boundsOf(call);
  return (partition) =>
    mapInSlices(partition.docs, (_, at) => {
      const [first, last] = bounds(partition, at);
      const pairs = partition.docs
        .slice(first, last + 1)
        .map((doc) => [x(doc), y(doc)])
        .filter((pair) => pair.every(isNumber))
        .map((pair) => pair.map(toNumber) as [number, number]);
      const divisor = pairs.length - (call.name === '$covarianceSamp' ? 1 : 0);
      if (divisor < 1) return null;
      const mean = (n: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[n], 0) / pairs.length;
      const [meanX, meanY] = [mean(0), mean(1)];
      return readDouble(
        pairs.reduce((sum, [left, right]) => sum + (left - meanX) * (right - meanY), 0) / divisor,
      );
    });
}

/** Returns the points of `$derivative` and `$integral`: the sort field's value, in a unit, and the input's. */
function pointOf(
  { name, argument, fields, variables }: Call,
  codes: [notDate: number, date: number, input: number],
) {
  if (!isDocument(argument)) throw fail(9, `${name} expects an object`);
  checkNames(name, argument, ['input', 'unit'], 9);
  if (!('input' in argument)) throw fail(9, `${name} requires an 'input' expression`);
  const [field] = fields;
  if (!field || fields.length > 1) throw fail(9, `${name} requires a sortBy with a single field`);
  const { unit } = argument;
  if (unit !== undefined && (typeof unit !== 'string' || !isUnit(unit)))
    throw fail(9, `unknown time unit value`);
  const length = unit === undefined ? 1 : lengthOf(unit);
  if (length === undefined) throw fail(5490710, "unit must be 'week' or smaller");
  const input = expression(argument.input, variables);
  return (doc: Doc): [x: number, y: number] => {
    const [value] = elementsAt(doc, field.path);
    if (unit !== undefined && !(value instanceof Date))
      throw fail(codes[0], `${name} with 'unit' expects the sortBy field to be a Date`);
    if (unit === undefined && !isNumber(value))
      throw fail(codes[1], `${name} (with no 'unit') expects the sortBy field to be numeric`);
    const y = input(doc);
    if (!isNumber(y)) throw fail(codes[2], `${name} expects 'input' to be numeric, found ${typeName(y)}`);
    return [value instanceof Date ? value.getTime() / length : toNumber(value), toNumber(y)];
  };
}

function derivative(call: Call): WindowFunction {
  if (call.window === undefined) throw fail(9, '$derivative requires explicit window bounds');
  const point = pointOf(call, [5624900, 5624901, 5624903]);
  const bounds = boundsOf(call);
  return (partition) =>
    mapInSlices(partition.docs, (_, at) => {
      const [first, last] = bounds(partition, at);
      if (last < first) return null;
      const [[fromX, fromY], [toX, toY]] = [point(partition.docs[first]!), point(partition.docs[last]!)];
      return toX === fromX ? null : readDouble((toY - fromY) / (toX - fromX));
    });
}

function integral(call: Call): WindowFunction {
  const point = pointOf(call, [5423901, 5423902, 5423900]);
  const bounds = boundsOf(call);
  return (partition) =>
    mapInSlices(partition.docs, (_, at) => {
      const [first, last] = bounds(partition, at);
      if (last < first) return null;
      const points = partition.docs.slice(first, last + 1).map(point);
      const sum = new Summation();
      sum.add(readDouble(0));
      for (let n = 1; n < points.length; n++) {
        const [[fromX, fromY], [toX, toY]] = [points[n - 1]!, points[n]!];
        sum.add(readDouble(((fromY + toY) * (toX - fromX)) / 2));
      }
      return sum.total();
    });
}

function refuseWindow({ name, window }: Call, code = 9): void {
  if (window !== undefined) throw fail(code, `${name} does not accept a 'window' field`);
}

function expMovingAvg(call: Call): WindowFunction {
  const { argument, fields, variables } = call;
  refuseWindow(call);
  if (fields.length === 0) throw fail(9, "$expMovingAvg requires an explicit 'sortBy'");
  if (!isDocument(argument) || !('input' in argument) || Object.keys(argument).length !== 2)
    throw fail(9, "$expMovingAvg requires 'input' and exactly one of 'N' and 'alpha'");
  const { N, alpha } = argument;
  if (N !== undefined && !(isNumber(N) && Number.isInteger(toNumber(N)) && toNumber(N) > 0))
    throw fail(9, "'N' field must be an integer greater than 0");
  if (N === undefined && !(isNumber(alpha) && toNumber(alpha) > 0 && toNumber(alpha) < 1))
    throw fail(9, "'alpha' must be between 0 and 1 (exclusive)");
  const weight = N === undefined ? alpha : readDouble(2 / (toNumber(N) + 1));
  const input = expression(argument.input, variables);
  return ({ docs }) => {
    let kept: unknown = null;
    return mapInSlices(docs, (doc) => {
      const value = input(doc);
      if (!isNumber(value)) return kept;
      const rest = arithmetic('subtract', 1, weight);
      kept =
        kept === null
          ? value
          : arithmetic('add', arithmetic('multiply', value, weight), arithmetic('multiply', kept, rest));
      return kept;
    });
  };
}

function rank(call: Call): WindowFunction {
  refuseWindow(call, 5371601);
  if (call.fields.length !== 1)
    throw fail(
      5371602,
      `${call.name} must be specified with a top level sortBy expression with exactly one element`,
    );
  if (!isDocument(call.argument) || Object.keys(call.argument).length > 0)
    throw fail(5371603, `${call.name} must be specified with '{}' as the value`);
  return function* ({ docs, fields }) {
    const keys = yield* mapInSlices(docs, (doc) => sortKey(doc, fields).toString('latin1'));
    let [place, dense] = [0, 0];
    return yield* mapInSlices(keys, (key, at) => {
      if (at === 0 || key !== keys[at - 1]) {
        place = at + 1;
        dense++;
      }
      return call.name === '$rank' ? place : call.name === '$denseRank' ? dense : at + 1;
    });
  };
}

function shift(call: Call): WindowFunction {
  const { argument, fields, variables } = call;
  refuseWindow(call);
  if (fields.length === 0) throw fail(9, "'$shift' requires a sortBy");
  if (!isDocument(argument)) throw fail(9, 'Argument to $shift must be an object');
  checkNames('$shift', argument, ['output', 'by', 'default'], 9);
  const { output, by, default: otherwise = null } = argument;
  if (output === undefined || !isNumber(by) || !Number.isInteger(toNumber(by)))
    throw fail(9, "$shift requires 'output', and 'by' as an integer");
  if (readsDocument(otherwise)) throw fail(9, "$shift 'default' must be a constant expression");
  const [run, spare] = [expression(output, variables), expression(otherwise, variables)({})];
  return ({ docs }) =>
    mapInSlices(docs, (_, at) => {
      const from = docs[at + toNumber(by)];
      return (from && run(from)) ?? spare ?? null;
    });
}

/** `$locf`: carries the last value forward that is not null. */
function locf(call: Call): WindowFunction {
  refuseWindow(call);
  const input = expression(call.argument, call.variables);
  return ({ docs }) => {
    let kept: unknown = null;
    return mapInSlices(docs, (doc) => {
      const value = input(doc);
      if (!isMissing(value)) kept = value;
      return kept;
    });
  };
}

/** `$linearFill`: interpolates between the nearest known values. */
function linearFill(call: Call): WindowFunction {
  refuseWindow(call);
  const [field] = call.fields;
  if (!field || call.fields.length > 1)
    throw fail(605001, '$linearFill must be specified with a single sortBy field');
  const input = expression(call.argument, call.variables);
  return function* ({ docs }) {
    const places = yield* mapInSlices(docs, (doc) => {
      const [value] = elementsAt(doc, field.path);
      if (!isNumber(value) && !(value instanceof Date))
        throw fail(
          14,
          `$linearFill's sortBy field must be numeric or a date, but found type ${typeName(value)}`,
        );
      return value;
    });
    if (places.some((value) => value instanceof Date !== places[0] instanceof Date))
      throw fail(14, 'Conflicting sort value types, previous and current types do not match');
    const xs = places.map((value) => (value instanceof Date ? readDouble(value.getTime()) : value));
    const repeated = xs.some((value, at) => at > 0 && compare(value, xs[at - 1]) === 0);
    if (repeated) throw fail(6050106, 'There can be no repeated values in the sort field');
    const ys = yield* mapInSlices(docs, (doc) => {
      const value = input(doc) ?? null;
      if (value !== null && !isNumber(value))
        throw fail(14, `Value to be filled must be numeric or nullish, but found type ${typeName(value)}`);
      return value;
    });
    const known = ys.flatMap((value, at) => (value === null ? [] : [at]));
    let next = 0;
    return yield* mapInSlices(ys, (value, at) => {
      while (next < known.length && known[next]! <= at) next++;
      const [left, right] = [known[next - 1], known[next]];
      if (value !== null || left === undefined || right === undefined) return value;
      return between([xs[left], ys[left]], [xs[right], ys[right]], xs[at]);
    });
  };
}

function between([fromX, fromY]: unknown[], [toX, toY]: unknown[], x: unknown): unknown {
  const slope = divide(arithmetic('subtract', toY, fromY), arithmetic('subtract', toX, fromX));
  return arithmetic('add', fromY, arithmetic('multiply', arithmetic('subtract', x, fromX), slope));
}

const functions: Record<string, (call: Call) => WindowFunction> = {
  ...Object.fromEntries(
    [
      ...[
        '$sum',
        '$avg',
        '$min',
        '$max',
        '$count',
        '$push',
        '$addToSet',
        '$first',
        '$last',
        '$stdDevPop',
        '$stdDevSamp',
      ],
      ...[
        '$firstN',
        '$lastN',
        '$minN',
        '$maxN',
        '$top',
        '$topN',
        '$bottom',
        '$bottomN',
        '$median',
        '$percentile',
      ],
    ].map((name) => [name, accumulated]),
  ),
  $covariancePop: covariance,
  $covarianceSamp: covariance,
  $derivative: derivative,
  $integral: integral,
  $expMovingAvg: expMovingAvg,
  $rank: rank,
  $denseRank: rank,
  $documentNumber: rank,
  $shift: shift,
  $locf: locf,
  $linearFill: linearFill,
};
