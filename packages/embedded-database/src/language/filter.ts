import {
  isIndexName,
  isMissing,
  isNaNValue,
  isNumber,
  isNumberObject,
  Rank,
  rankOf,
  toNumber,
} from '../values/ranks.js';
import { isTruthy, child, compare, equal, identity, typeName, typeNames } from '../values/values.js';
import { BSONRegExp, ObjectId } from 'bson';
import { isDocument, type Doc } from '../values/bson.js';
import { fail, unsupported } from '../values/errors.js';
import { expression } from './expressions.js';
import { toBigInt } from '../values/numbers.js';
import { BoundedRegex } from './bounded-regex.js';
import { distinctKeys } from '../values/value-lists.js';

/** The array position at which the filter matched, for `$` in an update or a projection. */
export interface MatchTrace {
  position?: number;
}
type Variables = Doc | 'none';
export type Predicate = (doc: Doc, trace?: MatchTrace) => boolean;
type Test = (value: unknown) => boolean;
/** A test of the value at a path below a value. */
type PathTest = (value: unknown, trace?: MatchTrace) => boolean;

const bad = (message: string) => fail(2, message);

/** The fields of a reference to another document: `{$ref, $id, $db}`. */
export const isReferenceField = (name: string) => name === '$ref' || name === '$id' || name === '$db';

/**
 * Compiles a filter once, to be run on many documents.
 * @param variables of `$expr` (the command's `let`); 'none' for elements of arrays, where `$expr` is not allowed
 * @throws MongoError 2 for an unknown or invalid operator
 */
export function compileFilter(filter: Doc, variables: Variables = {}): Predicate {
  const parts = Object.entries(filter).map(([key, value]) =>
    key.startsWith('$') && !isReferenceField(key)
      ? compileTopLevel(key, value, variables)
      : compileField(key.split('.'), value),
  );
  if (parts.length === 0) return () => true;
  if (parts.length === 1) return parts[0]!;
  return (doc, trace) => parts.every((part) => part(doc, trace));
}

/** The conditions of a filter, also those within `$and`, `$or` and `$nor`. */
export const conditionsIn = (filter: Doc): [name: string, condition: unknown][] =>
  Object.entries(filter).flatMap(([name, condition]): [string, unknown][] =>
    ['$and', '$or', '$nor'].includes(name) && Array.isArray(condition)
      ? (condition as Doc[]).flatMap(conditionsIn)
      : [[name, condition]],
  );

/** Returns the top-level fields that a filter reads; undefined if it may read any. */
export function fieldsOf(filter: Doc): Set<string> | undefined {
  const fields = new Set<string>();
  for (const [name] of conditionsIn(filter)) {
    if (name === '$comment') continue;
    if (name.startsWith('$')) return undefined;
    fields.add(name.split('.')[0]!);
  }
  return fields;
}

/** Returns true if a filter contains `$expr`, from which an upsert cannot derive a document. */
export const usesExpr = (filter: Doc): boolean => conditionsIn(filter).some(([name]) => name === '$expr');

function compileTopLevel(operator: string, value: unknown, variables: Variables): Predicate {
  switch (operator) {
    case '$and': {
      const all = compileList(operator, value, variables);
      return (doc, trace) => all.every((part) => part(doc, trace));
    }
    case '$or': {
      const any = compileList(operator, value, variables);
      // As in MongoDB, an `$or` sets the position only if all its conditions are on one field.
      const names = new Set((value as Doc[]).flatMap((part) => Object.keys(part)));
      return (doc, trace) => any.some((part) => part(doc, names.size === 1 ? trace : undefined));
    }
    case '$nor': {
      const none = compileList(operator, value, variables);
      return (doc) => !none.some((part) => part(doc));
    }
    case '$expr': {
      if (variables === 'none') throw bad('$expr can only be applied to the top-level document');
      const run = expression(value, variables);
      return (doc) => isTruthy(run(doc));
    }
    case '$comment':
      return () => true;
    case '$where':
    case '$text':
      throw bad(`${operator} is not supported by the embedded database`);
    case '$jsonSchema':
      throw unsupported('$jsonSchema');
    default:
      throw bad(
        `unknown top level operator: ${operator}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
      );
  }
}

function compileList(operator: string, value: unknown, variables: Variables): Predicate[] {
  if (!Array.isArray(value) || value.length === 0) throw bad(`${operator} must be a nonempty array`);
  return value.map((item: unknown) => {
    if (!isDocument(item)) throw bad(`${operator} argument's entries must be objects`);
    return compileFilter(item, variables);
  });
}

/** Returns true if a filter's value contains operators, false if it is a value to equal. */
export function hasOperators(value: unknown): value is Doc {
  if (!isDocument(value)) return false;
  const first = Object.keys(value)[0];
  return first !== undefined && first.startsWith('$') && !isReferenceField(first);
}

function compileField(path: string[], value: unknown): PathTest {
  if (!hasOperators(value)) {
    if (value instanceof BSONRegExp) return anyAt(path, regexTest(value, undefined, true));
    return anyAt(path, equalTo(value));
  }
  const tests = Object.entries(value)
    .filter(([operator]) => operator !== '$options')
    .map(([operator, operand]) => compileOperator(path, operator, operand, value));
  if ('$options' in value && !('$regex' in value)) throw bad('$options needs a $regex');
  return tests.length === 1 ? tests[0]! : (doc, trace) => tests.every((test) => test(doc, trace));
}

/** Tests of a value, or of one of an array's elements, by their operators. */
const valueTests: Record<string, (operand: unknown, all: Doc) => Test> = {
  $eq: equalTo,
  $gt: (operand) => rangeTest(operand, (order) => order > 0),
  $gte: (operand) => rangeTest(operand, (order) => order >= 0),
  $lt: (operand) => rangeTest(operand, (order) => order < 0),
  $lte: (operand) => rangeTest(operand, (order) => order <= 0),
  $in: inTest,
  $type: typeTest,
  $regex: (operand, { $options }) => regexTest(operand, $options, false),
  $mod: modTest,
};

function compileOperator(path: string[], operator: string, operand: unknown, all: Doc): PathTest {
  if (Object.hasOwn(valueTests, operator)) return anyAt(path, valueTests[operator]!(operand, all));
  switch (operator) {
    case '$ne':
      if (operand instanceof BSONRegExp) throw bad("Can't have regex as arg to $ne.");
      return not(anyAt(path, equalTo(operand)));
    case '$nin':
      return not(anyAt(path, inTest(operand)));
    case '$exists': {
      const exists = anyAt(path, (value) => value !== undefined);
      return isTruthy(operand) ? exists : not(exists);
    }
    case '$not':
      if (operand instanceof BSONRegExp) return not(anyAt(path, regexTest(operand, undefined, true)));
      if (!hasOperators(operand)) throw bad('$not needs a regex or a document');
      return not(compileField(path, operand));
    case '$size': {
      if (!isNumber(operand) || !Number.isInteger(Number(operand)))
        throw bad('Failed to parse $size. Expected an integer');
      if (Number(operand) < 0) throw bad('Failed to parse $size. Expected a non-negative number');
      return wholeAt(path, (value) => Array.isArray(value) && value.length === Number(operand));
    }
    case '$all':
      return compileAll(path, operand);
    case '$elemMatch':
      return compileElemMatch(path, operand);
    case '$comment':
      return () => true;
    default:
      throw bad(`unknown operator: ${operator}`);
  }
}

const not =
  (test: PathTest): PathTest =>
  (value) =>
    !test(value);

/** Tests the value at a path and, if it is an array, its elements; an empty path tests an element as a whole. */
function anyAt(path: string[], test: Test): PathTest {
  if (path.length === 0) return test;
  if (path.length === 1 && !isIndexName(path[0]!)) {
    const name = path[0]!;
    return (doc, trace) => {
      if (Array.isArray(doc)) return walk(doc, path, 0, test, true, trace);
      const value = child(doc, name);
      return Array.isArray(value) ? walk(value, path, 1, test, true, trace) : test(value);
    };
  }
  return (doc, trace) => walk(doc, path, 0, test, true, trace);
}

/** Like anyAt, but tests an array at the end only as a whole. */
function wholeAt(path: string[], test: PathTest): PathTest {
  return (doc, trace) => walk(doc, path, 0, (value) => test(value, trace), false, trace);
}

function walk(
  start: unknown,
  path: string[],
  from: number,
  test: Test,
  spread: boolean,
  trace?: MatchTrace,
): boolean {
  let value = start;
  for (let at = from; at < path.length; at++) {
    if (Array.isArray(value)) return walkArray(value, path, at, test, spread, trace);
    value = child(value, path[at]!);
    if (value === undefined) return test(undefined);
  }
  if (test(value)) return true;
  if (!spread || !Array.isArray(value)) return false;
  const position = value.findIndex(test);
  if (position >= 0 && trace) trace.position = position;
  return position >= 0;
}

function walkArray(
  items: unknown[],
  path: string[],
  at: number,
  test: Test,
  spread: boolean,
  trace?: MatchTrace,
): boolean {
  const name = path[at]!;
  const byPosition = isIndexName(name) && Number(name) < items.length ? items[Number(name)] : undefined;
  if (byPosition !== undefined && walk(byPosition, path, at + 1, test, spread, trace)) return true;
  const position = items.findIndex((item) => isDocument(item) && walk(item, path, at, test, spread));
  if (position >= 0 && trace) trace.position = position;
  return position >= 0;
}

function equalTo(wanted: unknown): Test {
  if (isMissing(wanted)) return isMissing;
  if (typeof wanted === 'string')
    return (value) => value === wanted || (typeof value === 'object' && equal(value, wanted));
  if (typeof wanted === 'number' && wanted === wanted) {
    return (value) => value === wanted || (isNumberObject(value) && equal(value, wanted));
  }
  if (wanted instanceof ObjectId)
    return (value) => value instanceof ObjectId && Buffer.compare(value.id, wanted.id) === 0;
  return (value) => value !== undefined && equal(value, wanted);
}

function rangeTest(wanted: unknown, passes: (order: number) => boolean): Test {
  if (wanted instanceof BSONRegExp) throw bad(`Can't have RegEx as arg to predicate over field`);
  const orEqual = passes(0);
  const rank = rankOf(wanted);
  if (rank === Rank.null) return (value) => orEqual && isMissing(value);
  if (rank === Rank.minKey || rank === Rank.maxKey) return (value) => passes(compare(value, wanted));
  // NaN is neither less nor greater than a number; it only equals itself.
  if (isNaNValue(wanted)) return (value) => orEqual && isNaNValue(value);
  return (value) => rankOf(value) === rank && !isNaNValue(value) && passes(compare(value, wanted));
}

function inTest(list: unknown): Test {
  if (!Array.isArray(list)) throw bad('$in needs an array');
  if (list.some((item) => hasOperators(item))) throw bad('cannot nest $ under $in');
  const regexes = list
    .filter((item) => item instanceof BSONRegExp)
    .map((item) => regexTest(item, undefined, true));
  const withNull = list.some(isMissing);
  let values: ReturnType<typeof valueSets> | undefined;
  return (value) => {
    if (isMissing(value)) return withNull;
    // Built at the first test: a search by an index may need none.
    values ??= valueSets(list);
    const isListed =
      typeof value === 'string' ? values.strings.has(value) : values.others.has(identity(value));
    return isListed || regexes.some((test) => test(value));
  };
}

function valueSets(list: readonly unknown[]) {
  const strings = new Set(list.filter((item) => typeof item === 'string'));
  const others = list.some((item) => typeof item !== 'string')
    ? new Set(distinctKeys(list))
    : new Set<string>();
  return { strings, others };
}

/** Compiles `$mod`. https://www.mongodb.com/docs/manual/reference/operator/query/mod/ */
function modTest(operand: unknown): Test {
  if (!Array.isArray(operand) || operand.length < 2) throw bad('malformed mod, not enough elements');
  if (operand.length > 2) throw bad('malformed mod, too many elements');
  if (!operand.every((item) => isNumber(item) && Number.isFinite(toNumber(item))))
    throw bad('malformed mod, divisor not a number');
  const [divisor, remainder] = operand.map(toBigInt) as [bigint, bigint];
  if (divisor === 0n) throw bad('divisor cannot be 0');
  return (value) =>
    isNumber(value) && Number.isFinite(toNumber(value)) && toBigInt(value) % divisor === remainder;
}

function typeTest(operand: unknown): Test {
  const wanted = new Set<string>();
  for (const type of Array.isArray(operand) ? (operand as unknown[]) : [operand]) {
    if (typeof type !== 'string' && !isNumber(type))
      throw fail(14, 'type must be represented as a number or a string');
    const name = typeof type === 'string' ? type : typeNames[Number(type)];
    if (name === 'number') for (const kind of ['int', 'long', 'double', 'decimal']) wanted.add(kind);
    else if (name !== undefined && Object.values(typeNames).includes(name)) wanted.add(name);
    else
      throw bad(
        typeof type === 'string'
          ? `Unknown type name alias: ${type}`
          : `Invalid numerical type code: ${String(type)}`,
      );
  }
  if (wanted.size === 0) throw fail(9, '$type must match at least one type');
  return (value) => wanted.has(typeName(value));
}

/** @param literal true if an equal regular expression in the document matches too */
function regexTest(operand: unknown, options: unknown, literal: boolean): Test {
  const isRegex = operand instanceof BSONRegExp;
  if (!isRegex && typeof operand !== 'string') throw bad('$regex has to be a string');
  if (options !== undefined && typeof options !== 'string') throw bad('$options has to be a string');
  if (isRegex && options !== undefined && operand.options)
    throw fail(51075, 'options set in both $regex and $options');
  const regex = isRegex
    ? new BoundedRegex(operand.pattern, options ?? operand.options)
    : new BoundedRegex(operand, options);
  const isSame: Test =
    isRegex && literal ? (value) => value instanceof BSONRegExp && equal(value, operand) : () => false;
  return (value) => (typeof value === 'string' ? regex.test(value) : isSame(value));
}

function compileAll(path: string[], operand: unknown): PathTest {
  if (!Array.isArray(operand)) throw bad('$all needs an array');
  const isElemMatch = (item: unknown): item is Doc =>
    isDocument(item) && Object.keys(item)[0] === '$elemMatch';
  const parts = operand.map((item: unknown) => {
    if (isElemMatch(operand[0])) {
      if (!isElemMatch(item)) throw bad('$all/$elemMatch has to be consistent');
      return compileElemMatch(path, item.$elemMatch);
    }
    if (hasOperators(item)) throw bad('no $ expressions in $all');
    return anyAt(path, item instanceof BSONRegExp ? regexTest(item, undefined, true) : equalTo(item));
  });
  return (doc, trace) => parts.length > 0 && parts.every((part) => part(doc, trace));
}

const logical = ['$and', '$or', '$nor', '$expr', '$where', '$comment'];

/** Returns true if a filter's value tests values, false if it tests the fields of documents. */
export const testsValues = (operand: unknown): operand is Doc =>
  hasOperators(operand) && !logical.includes(Object.keys(operand)[0]!);

function compileElemMatch(path: string[], operand: unknown): PathTest {
  if (!isDocument(operand)) throw bad('$elemMatch needs an Object');
  const matches = testsValues(operand) ? compileField([], operand) : documentTest(operand);
  return wholeAt(path, (value, trace) => {
    if (!Array.isArray(value)) return false;
    const position = value.findIndex((item) => matches(item));
    if (position >= 0 && trace) trace.position = position;
    return position >= 0;
  });
}

function documentTest(filter: Doc): Test {
  const matches = compileFilter(filter, 'none');
  // An array within the array is tested as a document whose field names are its positions.
  return (item) => (isDocument(item) ? matches(item) : Array.isArray(item) && matches({ ...item }));
}
