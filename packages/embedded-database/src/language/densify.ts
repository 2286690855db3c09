import { isDocument, type Doc } from '../values/bson.js';
import { fail } from '../values/errors.js';
import { checkNames, missingField } from '../values/arguments.js';
import { arithmetic, toNumber } from '../values/numbers.js';
import { UTC } from '../values/zones.js';
import { fieldPath, fieldAt } from '../values/field-path.js';
import { isMissing, isNumber } from '../values/ranks.js';
import { compare, identity, typeName } from '../values/values.js';
import { addUnits, isUnit } from './date-units.js';
import { withValue, type Flow } from './flow.js';
import { mapInSlices, PAUSE_EVERY, sortInSlices } from '../values/slices.js';

/** MongoDB's limit of generated documents per stage. */
const MOST = 500_000;

interface Range {
  bounds: 'full' | 'partition' | [unknown, unknown];
  /** Returns the value some steps after `from`, or one step after `last`. */
  next: (from: unknown, steps: number, last: unknown) => unknown;
  isOfKind: (value: unknown) => boolean;
}

function readPath(name: unknown, field: string): string[] {
  if (typeof name !== 'string') throw fail(14, `BSON field '$densify.${field}' must be a string`);
  return fieldPath(name);
}

function readRange(spec: unknown, isPartitioned: boolean): Range {
  if (!isDocument(spec)) throw missingField('$densify.range');
  for (const name of ['step', 'bounds']) if (!(name in spec)) throw missingField(`$densify.range.${name}`);
  const { step, bounds, unit } = spec;
  if (!isNumber(step)) throw fail(14, "BSON field '$densify.range.step' must be a number");
  if (unit !== undefined && typeof unit !== 'string')
    throw fail(14, "BSON field '$densify.range.unit' must be a string");
  if (unit !== undefined && !isUnit(unit)) throw fail(9, `unknown time unit value: ${unit}`);
  if (!(toNumber(step) > 0))
    throw fail(5733401, 'the step parameter in a range statement must be a strictly positive numeric value');
  if (unit !== undefined && !Number.isInteger(toNumber(step)))
    throw fail(
      6586400,
      'The step parameter in a range statement must be a whole number when densifying a date range',
    );
  if (bounds === 'partition' && !isPartitioned)
    throw fail(5733408, "one may not specify the bounds as 'partition' without partitionByFields");
  const isDate = (value: unknown) => value instanceof Date;
  const range: Range = {
    bounds: 'full',
    // Months are added to the first date, so that after a shorter month the 31st comes back.
    next: (from, steps, last) =>
      unit === undefined
        ? arithmetic('add', last, step)
        : new Date(addUnits((from as Date).getTime(), unit, steps * toNumber(step), UTC)),
    isOfKind: unit === undefined ? isNumber : isDate,
  };
  if (bounds === 'full' || bounds === 'partition') return { ...range, bounds };
  if (!Array.isArray(bounds))
    throw fail(5946800, "the bounds in a range statement must be 'full', 'partition' or two values");
  if (bounds.length !== 2)
    throw fail(5733403, 'a bounding array in a range statement must have exactly two elements');
  const [lower, upper] = bounds as [unknown, unknown];
  if (compare(lower, upper) > 0) throw fail(5733402, 'a bounding array must be ascending');
  if (isNumber(lower) && isNumber(upper)) {
    if (unit !== undefined) throw fail(5733409, 'numeric bounds may not have unit parameter');
  } else if (isDate(lower) && isDate(upper)) {
    if (unit === undefined) throw fail(5733410, 'date bounds must have a unit');
  } else {
    throw fail(5733406, 'a bounding array must contain either both dates or both numeric types');
  }
  return { ...range, bounds: [lower, upper] };
}

/** https://www.mongodb.com/docs/manual/reference/operator/aggregation/densify/ */
export function densify(spec: unknown): (docs: Doc[]) => Flow {
  if (!isDocument(spec)) throw fail(5733201, 'the $densify stage specification must be an object');
  checkNames('$densify', spec, ['field', 'partitionByFields', 'range']);
  if (!('field' in spec)) throw missingField('$densify.field');
  const field = readPath(spec.field, 'field');
  const names = spec.partitionByFields ?? [];
  if (!Array.isArray(names)) throw fail(14, "BSON field '$densify.partitionByFields' must be an array");
  const partitionPaths = names.map((name: unknown) => readPath(name, 'partitionByFields'));
  const isWithin = (inner: string[], outer: string[]) => outer.every((name, at) => inner[at] === name);
  for (const path of partitionPaths) {
    if (isWithin(path, field))
      throw fail(8993000, 'partitionByFields contains the field that is being densified');
    if (isWithin(field, path))
      throw fail(9554500, 'the field that is being densified contains a partition field');
  }
  const range = readRange(spec.range, names.length > 0);
  return function* (docs) {
    const valueAt = (doc: Doc) => fieldAt(doc, field);
    const placed = docs.filter((doc) => !isMissing(valueAt(doc)));
    for (const doc of placed)
      if (!range.isOfKind(valueAt(doc)))
        throw fail(
          5733201,
          `Densify field type must be numeric, or a date with a unit: ${typeName(valueAt(doc))}`,
        );
    const groups = new Map<string, { base: Doc; docs: Doc[] }>();
    if (partitionPaths.length === 0) groups.set('', { base: {}, docs: placed });
    else
      for (const doc of placed) {
        const values = partitionPaths.map((path) => fieldAt(doc, path));
        const name = identity(values.map((value) => value ?? null));
        const group = groups.get(name);
        if (group) group.docs.push(doc);
        else groups.set(name, { base: baseOf(partitionPaths, values), docs: [doc] });
      }
    const made: Doc[] = [];
    let count = 0;
    for (const { base, docs: group } of groups.values()) {
      const bounds = boundsOf(range, range.bounds === 'partition' ? group : placed, valueAt);
      if (!bounds) continue;
      const known = new Set(group.map((doc) => identity(valueAt(doc))));
      for (const value of steps(range, bounds)) {
        if (++count % PAUSE_EVERY === 0) yield null;
        if (known.has(identity(value))) continue;
        if (made.push(withValue(base, field, value)) > MOST)
          throw fail(5897900, `Generated ${MOST} documents in $densify, which is over the limit`);
      }
    }
    const valued = yield* mapInSlices([...docs, ...made], (doc) => ({ doc, value: valueAt(doc) ?? null }));
    for (const { doc } of yield* sortInSlices(valued, (left, right) => compare(left.value, right.value)))
      yield doc;
  };
}

const baseOf = (paths: string[][], values: unknown[]): Doc =>
  paths.reduce<Doc>(
    (doc, path, at) => (values[at] === undefined ? doc : withValue(doc, path, values[at])),
    {},
  );

/** The first and last value, and whether the last is included; undefined without documents. */
function boundsOf(
  { bounds }: Range,
  docs: Doc[],
  valueAt: (doc: Doc) => unknown,
): [first: unknown, last: unknown, isInside: boolean] | undefined {
  if (Array.isArray(bounds)) return [...bounds, false];
  const [first, ...others] = docs.map(valueAt) as [unknown, ...unknown[]];
  if (first === undefined) return undefined;
  let [least, most]: unknown[] = [first, first];
  for (const value of others) {
    if (compare(value, least) < 0) least = value;
    if (compare(value, most) > 0) most = value;
  }
  return [least, most, true];
}

function* steps(range: Range, [first, last, isInside]: [unknown, unknown, boolean]): Generator<unknown> {
  let value = first;
  for (let at = 1; ; at++) {
    const order = compare(value, last);
    if (order > 0 || (order === 0 && !isInside)) return;
    yield value;
    value = range.next(first, at, value);
  }
}
