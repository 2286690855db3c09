import { isDocument, type Doc } from '../values/bson.js';
import { fail } from '../values/errors.js';
import { checkNames } from '../values/arguments.js';
import { toNumber } from '../values/numbers.js';
import { UTC } from '../values/zones.js';
import type { Sliced } from '../values/slices.js';
import { isNumber, type KeyField } from '../values/ranks.js';
import { elementsAt } from '../values/values.js';
import { addUnits, isUnit } from './date-units.js';
import { expression } from './expressions.js';

/** The sorted documents of one partition, and the sort's fields. */
export interface Partition {
  docs: Doc[];
  fields: KeyField[];
}
/** Calculates the values of a window function for all documents of a partition. */
export type WindowFunction = (partition: Partition) => Sliced<unknown[]>;
/** Returns the first and last index of a document's window; it is empty if the last is before the first. */
export type Bounds = (partition: Partition, at: number) => [first: number, last: number];
type Bound = 'unbounded' | 'current' | number;

/** A window function with its argument, window and sort. */
export interface Call {
  name: string;
  argument: unknown;
  window: unknown;
  fields: KeyField[];
  variables: Doc;
}

export function boundsOf({ window, fields, variables }: Call): Bounds {
  if (window === undefined) return ({ docs }) => [0, docs.length - 1];
  if (!isDocument(window)) throw fail(9, "'window' field must be an object");
  checkNames('window', window, ['documents', 'range', 'unit'], 9);
  const { documents, range, unit } = window;
  if ((documents === undefined) === (range === undefined))
    throw fail(9, "'window' field must have either 'documents' or 'range'");
  if (documents !== undefined && unit !== undefined)
    throw fail(9, "Window bounds can only specify 'unit' with range-based bounds");
  const [lower, upper] = pairOf(documents ?? range, variables);
  if (lower !== 'unbounded' && upper !== 'unbounded' && place(lower) > place(upper))
    throw fail(5339900, 'Lower bound must not exceed upper bound');
  if (documents === undefined) return rangeBounds(lower, upper, unit, fields);
  if ([lower, upper].some((bound) => typeof bound === 'number' && !Number.isInteger(bound)))
    throw fail(9, 'Numeric document-based bounds must be an integer');
  if (fields.length === 0 && !(lower === 'unbounded' && upper === 'unbounded'))
    throw fail(5339901, 'Document-based bounds require a sortBy');
  return ({ docs }, at) => [
    lower === 'unbounded' ? 0 : Math.max(0, at + place(lower)),
    upper === 'unbounded' ? docs.length - 1 : Math.min(docs.length - 1, at + place(upper)),
  ];
}

/** The offset of a bound from the current document. */
const place = (bound: Bound): number => (typeof bound === 'number' ? bound : 0);

function pairOf(value: unknown, variables: Doc): [Bound, Bound] {
  if (!Array.isArray(value) || value.length !== 2) throw fail(9, 'Window bounds must be a 2-element array');
  return value.map((bound: unknown): Bound => {
    if (bound === 'unbounded' || bound === 'current') return bound;
    const number = expression(bound, variables)({});
    if (!isNumber(number)) throw fail(9, 'Window bounds must be a number, "unbounded" or "current"');
    return toNumber(number);
  }) as [Bound, Bound];
}

function rangeBounds(lower: Bound, upper: Bound, unit: unknown, fields: KeyField[]): Bounds {
  const [field] = fields;
  if (!field || fields.length > 1) throw fail(5339902, 'Range-based bounds require sortBy a single field');
  if (field.direction < 0) throw fail(8947400, 'Range-based bounds require an ascending sortBy');
  if (unit !== undefined && (typeof unit !== 'string' || !isUnit(unit)))
    throw fail(9, `unknown time unit value: ${JSON.stringify(unit)}`);
  if (unit !== undefined && [lower, upper].some((bound) => !Number.isInteger(place(bound))))
    throw fail(9, 'With unit, range-based bounds must be an integer');
  const valueAt = (doc: Doc): number => {
    const [value] = elementsAt(doc, field.path);
    if (unit === undefined) {
      if (!isNumber(value)) throw fail(5429414, 'Invalid range: Expected the sortBy field to be a number');
      return toNumber(value);
    }
    if (!(value instanceof Date))
      throw fail(5429513, 'Invalid range: Expected the sortBy field to be a date');
    return value.getTime();
  };
  const shifted = (from: number, by: number) =>
    unit === undefined ? from + by : addUnits(from, unit, by, UTC);
  const known = new WeakMap<Partition, number[]>();
  return (partition, at) => {
    let values = known.get(partition);
    if (!values) known.set(partition, (values = partition.docs.map(valueAt)));
    const here = values[at]!;
    const least = typeof lower === 'number' ? shifted(here, lower) : undefined;
    const most = typeof upper === 'number' ? shifted(here, upper) : undefined;
    return [
      lower === 'unbounded' ? 0 : least === undefined ? at : firstPlace(values, (value) => value >= least),
      upper === 'unbounded'
        ? values.length - 1
        : most === undefined
          ? at
          : firstPlace(values, (value) => value > most) - 1,
    ];
  };
}

/** Returns the first index of a sorted list from which on a test holds. */
function firstPlace(values: number[], test: (value: number) => boolean): number {
  let [from, to] = [0, values.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (test(values[middle]!)) to = middle;
    else from = middle + 1;
  }
  return from;
}
