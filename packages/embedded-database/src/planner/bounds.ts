import { BSONRegExp } from 'bson';
import type { Doc } from '../values/bson.js';
import type { Index } from '../storage/indexes.js';
import { compileFilter, hasOperators, testsValues } from '../language/filter.js';
import { literalPrefix } from '../language/regex.js';
import { EMPTY, isIndexName, isMissing, isNaNValue, isNumber, Rank, rankOf } from '../values/ranks.js';
import { compare } from '../values/values.js';

/** Maximum number of further bounds that are compared: each costs a count. */
const MAX_OTHERS = 16;

/** All strings that begin with a text. */
export class Prefix {
  constructor(readonly text: string) {}
}

/** The index bounds of one field: every document that matches the filter has a key within them. */
export interface FieldBounds {
  /** Values and string prefixes, one of which the key has. */
  oneOf?: unknown[];
  low?: { value: unknown; inclusive: boolean };
  high?: { value: unknown; inclusive: boolean };
  /** True if every key within the bounds belongs to a match. */
  exact: boolean;
  /** True if `oneOf` has values of the matching documents; false if some are only possible keys of them. */
  literal: boolean;
  /** True if one array element has to satisfy low and high, so that one key does. */
  ofElement?: boolean;
}

export interface QueryBounds {
  fields: Map<string, FieldBounds>;
  /** The branches of each `$or`. */
  alternatives: Doc[][];
  /** Bounds of further conditions on a field that has some: an array may meet each by another element. */
  others: [name: string, field: FieldBounds][];
  /** True if the filter has conditions that the bounds do not express. */
  hasRest: boolean;
}

/** @param fields the bounds that are known of the fields already */
export const noBounds = (fields?: QueryBounds['fields']): QueryBounds => ({
  fields: new Map(fields),
  alternatives: [],
  others: [],
  hasRest: false,
});

/** Collects the bounds of each field from a filter's `$and`ed conditions. Expects a filter that has been compiled. */
export function collectBounds(filter: Doc, bounds: QueryBounds = noBounds()): QueryBounds {
  for (const [name, value] of Object.entries(filter)) {
    if (name === '$and') {
      for (const part of value as Doc[]) collectBounds(part, bounds);
    } else if (name === '$comment') {
      continue;
    } else if (name.startsWith('$')) {
      bounds.hasRest = true;
      if (name === '$or') bounds.alternatives.push(value as Doc[]);
    } else {
      collectField(name, value, bounds);
    }
  }
  return bounds;
}

function collectField(name: string, value: unknown, bounds: QueryBounds): void {
  const known = bounds.fields.get(name);
  const field: FieldBounds = known ? { ...known } : { exact: true, literal: true };
  const conditions = conditionsOf(value);
  for (const [operator, operand] of conditions) {
    if (!known?.ofElement && take(field, operator, operand)) continue;
    bounds.hasRest = true;
    const parts: [string, unknown][] =
      operator === '$all' ? (operand as unknown[]).map((item) => ['$in', [item]]) : [[operator, operand]];
    for (const [each, part] of known ? parts : parts.slice(1)) {
      const other: FieldBounds = { exact: true, literal: true };
      take(other, each, part);
      if (isBounded(other) && bounds.others.length < MAX_OTHERS)
        bounds.others.push([name, { ...other, exact: false }]);
    }
  }
  if (settle(field)) bounds.hasRest = true;
  if (isBounded(field)) bounds.fields.set(name, field);
  for (const [operator, operand] of conditions)
    if (operator === '$elemMatch') collectElement(name, operand as Doc, bounds);
}

/** The conditions of a field as operators and operands; `$regex` and `$options` are joined. */
function conditionsOf(value: unknown): [string, unknown][] {
  if (value instanceof BSONRegExp) return [['$in', [value]]];
  if (!hasOperators(value)) return [['$eq', value]];
  return Object.entries(value).flatMap(([operator, operand]): [string, unknown][] => {
    if (operator === '$options') return [];
    if (operator === '$all' && Array.isArray(operand) && hasOperators(operand[0]))
      return (operand as Doc[]).map((item) => ['$elemMatch', item.$elemMatch]);
    if (operator !== '$regex') return [[operator, operand]];
    const { pattern, options } = operand instanceof BSONRegExp ? operand : { pattern: operand, options: '' };
    return [['$regex', new BSONRegExp(pattern as string, (value.$options as string | undefined) ?? options)]];
  });
}

const isBounded = (field: FieldBounds) => Boolean(field.oneOf ?? field.low ?? field.high);

/** Drops bounds that cannot be combined with the others of their field; returns true if there were any. */
function settle(field: FieldBounds): boolean {
  if (field.oneOf && (field.low ?? field.high)) {
    delete field.low;
    delete field.high;
    return true;
  }
  if (field.low && field.high && rankOf(field.low.value) !== rankOf(field.high.value)) {
    delete field.high;
    return true;
  }
  return false;
}

/** Collects the bounds of an `$elemMatch`: of the element itself, or of fields below it. */
function collectElement(name: string, operand: Doc, bounds: QueryBounds): void {
  bounds.hasRest = true;
  const add = (path: string, field: FieldBounds) => {
    if (isBounded(field) && !bounds.fields.has(path)) bounds.fields.set(path, { ...field, exact: false });
  };
  if (testsValues(operand)) {
    const field: FieldBounds = { exact: false, literal: true, ofElement: true };
    for (const [operator, condition] of conditionsOf(operand)) take(field, operator, condition);
    settle(field);
    add(name, field);
    return;
  }
  for (const [path, field] of collectBounds(operand).fields) {
    // `$elemMatch` reads positions as field names of a nested array; an index does not.
    if (!path.split('.').some(isIndexName)) add(`${name}.${path}`, field);
  }
}

/** Adds one condition to the bounds; returns false if they cannot express it in full. */
function take(field: FieldBounds, operator: string, operand: unknown): boolean {
  switch (operator) {
    case '$comment':
      return true;
    case '$eq':
      return takeOneOf(field, [pointsOf(operand)]);
    case '$in':
      return takeIn(field, operand as unknown[]);
    case '$regex':
      return takeOneOf(field, [matchesOf(operand as BSONRegExp, false)]);
    case '$all':
      // The bounds of one of the values include every match.
      return (operand as unknown[]).some((item) => take(field, '$in', [item])) && false;
    case '$gt':
    case '$gte':
      if (!isRangeBound(operand) || field.low) return false;
      field.low = { value: operand, inclusive: operator === '$gte' };
      return true;
    case '$lt':
    case '$lte':
      if (!isRangeBound(operand) || field.high) return false;
      field.high = { value: operand, inclusive: operator === '$lte' };
      return true;
    default:
      return false;
  }
}

const isRangeBound = (operand: unknown): boolean =>
  !isMissing(operand) &&
  !isNaNValue(operand) &&
  !([Rank.array, Rank.regex, Rank.minKey, Rank.maxKey] as number[]).includes(rankOf(operand));

/** The keys that documents matching one condition have. */
interface Points {
  values: unknown[];
  exact: boolean;
  literal: boolean;
}

function takeOneOf(field: FieldBounds, items: (Points | undefined)[]): boolean {
  if (field.oneOf || items.some((item) => item === undefined)) return false;
  field.oneOf = items.flatMap((item) => item!.values);
  field.exact &&= items.every((item) => item!.exact);
  field.literal &&= items.every((item) => item!.literal);
  return true;
}

function takeIn(field: FieldBounds, values: unknown[]): boolean {
  if (values.some((item) => item instanceof BSONRegExp || Array.isArray(item)))
    return takeOneOf(
      field,
      values.map((item) => (item instanceof BSONRegExp ? matchesOf(item, true) : pointsOf(item))),
    );
  if (field.oneOf) return false;
  // The list itself, as the keys of a long one are stored by it.
  field.oneOf = values;
  field.exact &&= !values.some(isMissing);
  return true;
}

/** The keys of documents that have a value. */
function pointsOf(value: unknown): Points {
  // An index contains an array's elements; the array itself is a key where it is an element of another array.
  if (Array.isArray(value)) {
    const elements: unknown[] = value.length > 0 ? [value[0]] : [EMPTY, null];
    return { values: [value, ...elements], exact: false, literal: false };
  }
  // A null key is also that of a path below an empty array, which a filter for null does not match.
  return { values: [value], exact: !isMissing(value), literal: true };
}

/**
 * Returns the keys of strings that a regular expression may match; undefined if it may match any string.
 * @param isValue true if the expression itself, stored as a value, matches too
 */
function matchesOf(regex: BSONRegExp, isValue: boolean): Points | undefined {
  const prefix = literalPrefix(regex.pattern, regex.options);
  if (prefix === '') return undefined;
  return { values: [new Prefix(prefix), ...(isValue ? [regex] : [])], exact: false, literal: false };
}

/** Returns true if the index contains every document that matches; sparse and partial ones may not. */
export function holdsAll(index: Index, { fields }: QueryBounds): boolean {
  const { sparse, partialFilterExpression } = index.spec;
  if (partialFilterExpression && !implies(fields, partialFilterExpression)) return false;
  if (!sparse) return true;
  return index.fields.some(({ name }) => {
    const field = fields.get(name);
    return field && (field.oneOf ? !field.oneOf.some(isMissing) : true);
  });
}

/** Returns true if every document within the bounds matches a partial index's filter. */
function implies(fields: QueryBounds['fields'], partial: Doc): boolean {
  return Object.entries(partial).every(([name, condition]) => {
    if (name === '$and') return (condition as Doc[]).every((part) => implies(fields, part));
    const field = fields.get(name);
    if (!field || name.startsWith('$')) return false;
    if (field.oneOf && field.literal) {
      const test = compileFilter({ value: condition });
      // A number is equal to those of other types.
      if (hasOperators(condition) && '$type' in condition && field.oneOf.some(isNumber)) return false;
      // A filter for null also finds documents without the field.
      return (
        field.oneOf.length > 0 &&
        field.oneOf.every((value) => test({ value }) && (!isMissing(value) || test({})))
      );
    }
    if (!hasOperators(condition)) return false;
    return Object.entries(condition).every(([operator, operand]) => impliesRange(field, operator, operand));
  });
}

function impliesRange({ low, high, oneOf }: FieldBounds, operator: string, operand: unknown): boolean {
  if (operator === '$exists') return oneOf === undefined || !oneOf.some(isMissing);
  const bound = operator.startsWith('$gt') ? low : operator.startsWith('$lt') ? high : undefined;
  if (!bound || rankOf(bound.value) !== rankOf(operand)) return false;
  const order = compare(bound.value, operand) * (operator.startsWith('$gt') ? 1 : -1);
  return order > 0 || (order === 0 && (operator.endsWith('e') || !bound.inclusive));
}
