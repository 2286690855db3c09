import { BSONRegExp, Timestamp } from 'bson';
import { isDocument, type Doc } from '../values/bson.js';
import { fail } from '../values/errors.js';
import { arithmetic, convert, kindOf, NumberOverflow } from '../values/numbers.js';
import { formatValue } from '../values/format-value.js';
import { sortArray } from './array-operators.js';
import { compileFilter, isReferenceField, testsValues } from './filter.js';
import { isMissing, isNumber, toNumber } from '../values/ranks.js';
import { isDirection } from '../values/sort.js';
import { compare, copy, equal, identity, typeName } from '../values/values.js';

interface Place {
  doc: Doc;
  name: string;
  path: string;
}

export interface UpdateOperator {
  /** Returns the new value for the old one; undefined removes the field, the same value changes nothing. */
  change(before: unknown, place: Place): unknown;
  missing: Missing;
  onlyInserting?: boolean;
  /** The path that the value is moved to. */
  moveTo?: string[];
}

/** Handling of a missing path: created or left missing; 'ignore' also skips paths through other values. */
export type Missing = 'create' | 'keep' | 'ignore';

type Compile = (operand: unknown, path: string) => UpdateOperator;

const bad = (message: string) => fail(2, message);
const failedToParse = (message: string) => fail(9, message);

/** Returns the compiler of an operator whose new value depends on the old one. */
const simple =
  (
    make: (operand: unknown, path: string) => UpdateOperator['change'],
    missing: Missing = 'create',
  ): Compile =>
  (operand, path) => ({ change: make(operand, path), missing });

function calculate(operation: 'add' | 'multiply', verb: string): Compile {
  return simple((operand, path) => {
    if (!isNumber(operand))
      throw fail(14, `Cannot ${verb} with non-numeric argument: {${path}: ${typeName(operand)}}`);
    return (before, { doc, name, path: place }) => {
      if (before === undefined) return operation === 'add' ? operand : convert(0, kindOf(operand));
      if (!isNumber(before)) {
        throw fail(
          14,
          `Cannot apply ${name} to a value of non-numeric type. {_id: ${String(doc._id)}} has the field '${place.split('.').pop()}' of non-numeric type ${typeName(before)}`,
        );
      }
      try {
        return arithmetic(operation, before, operand, 'fail');
      } catch (error) {
        if (!(error instanceof NumberOverflow)) throw error;
        throw bad(
          `Failed to apply ${name} operations to current value (${formatValue(before)}) for document {_id: ${String(doc._id)}}`,
        );
      }
    };
  });
}

const extreme = (sign: number): Compile =>
  simple(
    (operand) => (before) =>
      before === undefined || compare(operand, before) * sign > 0 ? copy(operand) : before,
  );

let lastTime = { t: 0, i: 0 };

/** Returns the time of the server, unique for each call. */
export function currentTimestamp(): Timestamp {
  const t = Math.floor(Date.now() / 1000);
  lastTime = t > lastTime.t ? { t, i: 1 } : { t: lastTime.t, i: lastTime.i + 1 };
  return new Timestamp(lastTime);
}

function currentDate(operand: unknown): UpdateOperator['change'] {
  const type = isDocument(operand) ? operand.$type : 'date';
  if (!(operand === true || operand === false || isDocument(operand))) {
    throw bad(
      `${typeName(operand)} is not valid type for $currentDate. Please use a boolean ('true') or a $type expression ({$type: 'timestamp/date'}).`,
    );
  }
  if (type !== 'date' && type !== 'timestamp')
    throw bad("The '$type' string field is required to be 'date' or 'timestamp'");
  return () => (type === 'date' ? new Date() : currentTimestamp());
}

/** Returns true for a part of a path that is resolved for each document: `$`, `$[]`, `$[name]`. */
export const isDynamic = (part: string): boolean => /^\$(\[[^\]]*\])?$/.test(part);

export function parsePath(path: string): string[] {
  if (path === '') throw fail(56, 'An empty update path is not valid.');
  const parts = path.split('.');
  if (parts.includes(''))
    throw fail(56, `The update path '${path}' contains an empty field name, which is not allowed.`);
  if (isDynamic(parts[0]!))
    throw bad(`Cannot have a positional element in the first position in path '${path}'`);
  if (parts.indexOf('$') !== parts.lastIndexOf('$'))
    throw bad(`Too many positional (i.e. '$') elements found in path '${path}'`);
  const wrong = parts.find(
    (part, at) => part.startsWith('$') && !isDynamic(part) && !(at > 0 && isReferenceField(part)),
  );
  if (wrong)
    throw fail(
      52,
      `The dollar ($) prefixed field '${wrong}' in '${path}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
    );
  return parts;
}

function rename(operand: unknown, path: string): UpdateOperator {
  if (typeof operand !== 'string')
    throw bad(`The 'to' field for $rename must be a string: ${path}: ${typeName(operand)}`);
  if (operand === path)
    throw bad(`The source and target field for $rename must differ: ${path}: "${operand}"`);
  const moveTo = parsePath(operand);
  if (moveTo.some(isDynamic)) throw bad(`The destination field for $rename may not be dynamic: ${operand}`);
  if (path.split('.').some(isDynamic)) throw bad(`The source field for $rename may not be dynamic: ${path}`);
  return { change: () => undefined, missing: 'keep', moveTo };
}

function arrayOf(before: unknown, { doc, path, name }: Place): unknown[] {
  if (before === undefined) return [];
  if (Array.isArray(before)) return before as unknown[];
  if (name === '$pull' || name === '$pullAll') throw bad(`Cannot apply ${name} to a non-array value`);
  if (name === '$pop')
    throw fail(14, `Path '${path}' contains an element of non-array type '${typeName(before)}'`);
  throw bad(
    `The field '${path}' must be an array but is of type ${typeName(before)} in document {_id: ${String(doc._id)}}`,
  );
}

function push(operand: unknown): UpdateOperator['change'] {
  if (!isDocument(operand) || !('$each' in operand)) {
    return (before, place) => [...arrayOf(before, place), copy(operand)];
  }
  const { $each, $position, $slice, $sort, ...unknown } = operand;
  if (!Array.isArray($each))
    throw bad(`The argument to $each in $push must be an array but it was of type: ${typeName($each)}`);
  const other = Object.keys(unknown)[0];
  if (other) throw bad(`Unrecognized clause in $push: ${other}`);
  for (const [name, value] of Object.entries({ $position, $slice })) {
    if (value !== undefined && !(isNumber(value) && Number.isInteger(toNumber(value))))
      throw bad(`The value for ${name} must be an integer value but was given type: ${typeName(value)}`);
  }
  const directions = isDocument($sort) ? Object.values($sort) : [$sort];
  if ($sort !== undefined && !(directions.length > 0 && directions.every(isDirection)))
    throw bad('The $sort element value must be either 1 or -1');
  if (isDocument($sort) && Object.keys($sort).some((name) => name.split('.').includes('')))
    throw bad('The $sort field is a dotted field but has an empty part');
  return (before, place) => {
    const items = [...arrayOf(before, place)];
    items.splice(
      $position === undefined ? items.length : toNumber($position),
      0,
      ...copy($each as unknown[]),
    );
    const sorted = $sort === undefined ? items : sortArray(items, $sort);
    if ($slice === undefined) return sorted;
    const most = toNumber($slice);
    return most >= 0 ? sorted.slice(0, most) : sorted.slice(most);
  };
}

function addToSet(operand: unknown): UpdateOperator['change'] {
  const each = isDocument(operand) && Object.keys(operand)[0] === '$each';
  const other = each && Object.keys(operand)[1];
  if (other) throw bad(`Found unexpected fields after $each in $addToSet: ${other}`);
  const added = each ? operand.$each : [operand];
  if (!Array.isArray(added))
    throw fail(
      14,
      `The argument to $each in $addToSet must be an array but it was of type ${typeName(added)}`,
    );
  return (before, place) => {
    const items = arrayOf(before, place);
    const known = new Set(items.map(identity));
    const fresh = copy(added as unknown[]).filter(
      (item) => !known.has(identity(item)) && known.add(identity(item)),
    );
    return fresh.length === 0 && before !== undefined ? before : [...items, ...fresh];
  };
}

/** `$pull`: removes elements by a condition, a filter on documents, or an equal value. */
function pull(operand: unknown): UpdateOperator['change'] {
  const gone = pullTest(operand);
  return (before, place) => {
    if (before === undefined) return before;
    const items = arrayOf(before, place);
    const kept = items.filter((item) => !gone(item));
    return kept.length === items.length ? before : kept;
  };
}

function pullTest(operand: unknown): (item: unknown) => boolean {
  if (operand instanceof BSONRegExp || testsValues(operand)) {
    const test = compileFilter({ item: operand }, 'none');
    return (item) => test({ item });
  }
  if (isDocument(operand)) {
    const test = compileFilter(operand, 'none');
    return (item) => isDocument(item) && test(item);
  }
  return (item) => equal(item, operand);
}

function pullAll(operand: unknown): UpdateOperator['change'] {
  if (!Array.isArray(operand))
    throw bad(`$pullAll requires an array argument but was given a ${typeName(operand)}`);
  const gone = new Set(operand.map(identity));
  return (before, place) => {
    if (before === undefined) return before;
    const kept = arrayOf(before, place).filter((item) => !gone.has(identity(item)));
    return kept.length === (before as unknown[]).length ? before : kept;
  };
}

function pop(operand: unknown): UpdateOperator['change'] {
  if (!isDirection(operand)) throw failedToParse(`$pop expects 1 or -1, found: ${String(operand)}`);
  return (before, place) => {
    if (before === undefined) return before;
    const items = arrayOf(before, place);
    if (items.length === 0) return before;
    return toNumber(operand) > 0 ? items.slice(0, -1) : items.slice(1);
  };
}

/** Returns the old value if it is equal in value and type, so that an unchanged document is not written. */
const set = (operand: unknown) => (before: unknown) =>
  before !== undefined && !isMissing(operand) && typeof operand !== 'object' && before === operand
    ? before
    : copy(operand);

/** https://www.mongodb.com/docs/manual/reference/operator/update/ */
export const updateOperators: Record<string, Compile> = {
  $set: simple(set),
  $setOnInsert: (operand) => ({ change: set(operand), missing: 'create', onlyInserting: true }),
  $unset: simple(() => () => undefined, 'ignore'),
  $inc: calculate('add', 'increment'),
  $mul: calculate('multiply', 'multiply'),
  $min: extreme(-1),
  $max: extreme(1),
  $currentDate: simple(currentDate),
  $rename: rename,
  $push: simple(push),
  $addToSet: simple(addToSet),
  $pull: simple(pull, 'keep'),
  $pullAll: simple(pullAll, 'keep'),
  $pop: simple(pop, 'keep'),
};
