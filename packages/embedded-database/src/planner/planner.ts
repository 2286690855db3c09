import { isDocument, type Doc } from '../values/bson.js';
import { MongoError } from '../values/errors.js';
import { findHinted, type Index } from '../storage/indexes.js';
import { encodeField, encodeKey, invert } from '../values/keys.js';
import { compileFilter, hasOperators } from '../language/query.js';
import type { Collection } from '../storage/documents.js';
import {
  compare,
  isMissing,
  isNaNValue,
  parseKeyFields,
  Rank,
  rankOf,
  type KeyField,
} from '../values/values.js';
import { indexPrefix } from '../storage/namespaces.js';

/** A range of keys: from start, up to and without end. */
export type KeyRange = [start: Buffer, end: Buffer];

/** How a query reaches its documents. */
export interface Plan {
  index: Index;
  ranges: KeyRange[];
  /** The scan runs backwards through the index. */
  reverse: boolean;
  /** The scan gives the wanted order by itself. */
  sorted: boolean;
  /** What stands in the ranges is exactly what matches: nothing more needs to be tested. */
  exact: boolean;
  isCollectionScan: boolean;
}

/** What a filter bounds of one field, as far as an index can use it. */
interface FieldBounds {
  oneOf?: unknown[];
  low?: { value: unknown; inclusive: boolean };
  high?: { value: unknown; inclusive: boolean };
  exact: boolean;
}
interface QueryBounds {
  fields: Map<string, FieldBounds>;
  /** The filter says more than the bounds. */
  hasRest: boolean;
}

/** The longest key that LMDB takes. */
const LMDB_KEY_BYTES = 1978;
const MAX_RANGES = 5000;
const AFTER = Buffer.from([0xff]);

type Indexed = Pick<Collection, 'number' | 'indexes'>;

/**
 * Chooses the index for a filter and a sort, or the scan of the whole collection.
 * @param hint an index by name or key, or `{$natural: 1}`
 * @throws MongoError 2 for a hint that names no index
 */
export function plan(collection: Indexed, filter: Doc, sort: Doc = {}, hint?: unknown): Plan {
  const bounds = collectBounds(filter, { fields: new Map(), hasRest: false });
  const sortFields = '$natural' in sort ? [] : parseKeyFields(sort);
  const all = collection.indexes.filter(({ spec }) => !spec.building);
  const natural = naturalDirection(hint) ?? naturalDirection(sort);
  if ('$natural' in sort && hint !== undefined && !(isDocument(hint) && '$natural' in hint))
    throw new MongoError(2, 'Sort and hint cannot be incompatible with $natural');
  if (natural !== undefined) {
    const scan = candidate(collection, all[0]!, { fields: new Map(), hasRest: true }, sortFields).plan;
    return { ...scan, reverse: natural < 0, sorted: sortFields.length === 0 };
  }
  if (hint !== undefined) {
    const hinted = findHinted(all, hint);
    if (!hinted || hinted.spec.hidden) {
      throw new MongoError(
        2,
        'error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index',
      );
    }
    return candidate(collection, hinted, bounds, sortFields).plan;
  }
  let best: Candidate | undefined;
  for (const index of all) {
    if (index.spec.hidden || !holdsAll(index, filter, bounds)) continue;
    const next = candidate(collection, index, bounds, sortFields);
    if (!best || next.score > best.score) best = next;
  }
  return best!.plan;
}

function naturalDirection(spec: unknown): number | undefined {
  return isDocument(spec) && '$natural' in spec ? Number(spec.$natural) : undefined;
}

/** Gathers what `$and`ed conditions ask of each field. */
function collectBounds(filter: Doc, bounds: QueryBounds): QueryBounds {
  for (const [name, value] of Object.entries(filter)) {
    if (name === '$and' && Array.isArray(value)) {
      for (const part of value as Doc[]) collectBounds(part, bounds);
    } else if (name === '$comment') {
      continue;
    } else if (name.startsWith('$')) {
      bounds.hasRest = true;
    } else {
      collectField(name, value, bounds);
    }
  }
  return bounds;
}

function collectField(name: string, value: unknown, bounds: QueryBounds): void {
  const field = bounds.fields.get(name) ?? { exact: true };
  const conditions: [string, unknown][] = hasOperators(value) ? Object.entries(value) : [['$eq', value]];
  for (const [operator, operand] of conditions) {
    if (!take(field, operator, operand)) bounds.hasRest = true;
  }
  if (field.oneOf && (field.low ?? field.high)) {
    field.low = field.high = undefined!;
    bounds.hasRest = true;
  }
  if (field.low && field.high && rankOf(field.low.value) !== rankOf(field.high.value)) {
    field.high = undefined!;
    bounds.hasRest = true;
  }
  if (field.oneOf ?? field.low ?? field.high) bounds.fields.set(name, field);
}

/** Notes one condition; false where an index cannot express it in full. */
function take(field: FieldBounds, operator: string, operand: unknown): boolean {
  const indexable = (value: unknown) => rankOf(value) !== Rank.array && rankOf(value) !== Rank.regex;
  const isRange =
    indexable(operand) &&
    !isMissing(operand) &&
    !isNaNValue(operand) &&
    ![Rank.minKey, Rank.maxKey].includes(rankOf(operand) as 5);
  switch (operator) {
    case '$comment':
      return true;
    case '$eq':
      if (!indexable(operand) || field.oneOf) return false;
      field.oneOf = [operand];
      break;
    case '$in':
      if (!Array.isArray(operand) || !operand.every(indexable) || field.oneOf) return false;
      field.oneOf = operand;
      break;
    case '$gt':
    case '$gte':
      if (!isRange || field.low) return false;
      field.low = { value: operand, inclusive: operator === '$gte' };
      return true;
    case '$lt':
    case '$lte':
      if (!isRange || field.high) return false;
      field.high = { value: operand, inclusive: operator === '$lte' };
      return true;
    default:
      return false;
  }
  // null in an index also stands for what is below an empty array, which a filter for null does not match.
  if (field.oneOf.some(isMissing)) field.exact = false;
  return true;
}

/** Whether every document that matches is in the index: not given for sparse and partial ones. */
function holdsAll(index: Index, filter: Doc, bounds: QueryBounds): boolean {
  const { sparse, partialFilterExpression } = index.spec;
  if (partialFilterExpression && !implies(filter, bounds, partialFilterExpression)) return false;
  if (!sparse) return true;
  return index.fields.some(({ name }) => {
    const field = bounds.fields.get(name);
    return field && (field.oneOf ? !field.oneOf.some(isMissing) : true);
  });
}

/** Whether a filter lets nothing through that a partial index leaves out. */
function implies(filter: Doc, bounds: QueryBounds, partial: Doc): boolean {
  return Object.entries(partial).every(([name, condition]) => {
    if (name === '$and') return (condition as Doc[]).every((part) => implies(filter, bounds, part));
    const field = bounds.fields.get(name);
    if (!field || name.startsWith('$')) return false;
    if (field.oneOf) {
      const test = compileFilter({ value: condition });
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

function impliesRange({ low, high }: FieldBounds, operator: string, operand: unknown): boolean {
  if (operator === '$exists') return true;
  const bound = operator.startsWith('$gt') ? low : operator.startsWith('$lt') ? high : undefined;
  if (!bound || rankOf(bound.value) !== rankOf(operand)) return false;
  const order = compare(bound.value, operand) * (operator.startsWith('$gt') ? 1 : -1);
  return order > 0 || (order === 0 && (operator.endsWith('e') || !bound.inclusive));
}

interface Candidate {
  plan: Plan;
  score: number;
}

/** The best use of one index. */
function candidate(collection: Indexed, index: Index, bounds: QueryBounds, sort: KeyField[]): Candidate {
  const { multikey = false, unique = false } = index.spec;
  let prefixes: Buffer[] = [Buffer.alloc(0)];
  const fixed = new Set<string>();
  let equalities = 0;
  let exact = true;
  let scattered = false;
  let range: KeyRange | undefined;
  const roots = new Set<string>();
  for (const { name, path, direction } of index.fields) {
    const field = bounds.fields.get(name);
    if (!field) break;
    // Below one array, two bounds may be met by two elements, whose values stand in two keys.
    if (multikey && roots.has(path[0]!)) break;
    roots.add(path[0]!);
    if (field.oneOf && prefixes.length * field.oneOf.length <= MAX_RANGES) {
      const keys = sortedDistinct(field.oneOf.map((value) => encodeField(value, direction)));
      prefixes = prefixes.flatMap((prefix) => keys.map((key) => Buffer.concat([prefix, key])));
      equalities++;
      exact &&= field.exact;
      if (keys.length === 1) fixed.add(name);
      else scattered = true;
    } else if (field.low ?? field.high) {
      // On an index with several keys a document, two bounds may be met by two different keys.
      const usable = multikey && field.low && field.high ? { ...field, high: undefined! } : field;
      if (usable !== field) exact = false;
      range = rangeOf(usable, direction);
      break;
    } else {
      break;
    }
  }
  const used = equalities + (range ? 1 : 0);
  const order =
    scattered || multikey ? (sort.length === 0 ? 'forward' : undefined) : orderOf(index, sort, fixed);
  const isPoint = unique && equalities === index.fields.length;
  const prefix = indexPrefix(collection.number, index.spec.id);
  const score =
    equalities * 10 +
    (range ? 5 : 0) +
    (isPoint ? 20 : 0) +
    (order && sort.length > 0 ? (used > 0 ? 6 : 3) : 0) +
    (index.spec.id === 0 ? 0.5 : 0);
  return {
    score,
    plan: {
      index,
      ranges: prefixes.map((key) => [
        clipped(Buffer.concat([prefix, key, ...(range ? [range[0]] : [])])),
        clipped(Buffer.concat([prefix, key, range ? range[1] : AFTER])),
      ]),
      reverse: order === 'backward',
      sorted: order !== undefined,
      exact: exact && !bounds.hasRest && !multikey && used === bounds.fields.size,
      isCollectionScan: index.spec.id === 0 && used === 0,
    },
  };
}

/** No key is longer than LMDB's limit, so what a bound has beyond it makes no difference. */
const clipped = (bound: Buffer): Buffer => bound.subarray(0, LMDB_KEY_BYTES);

const sortedDistinct = (keys: Buffer[]): Buffer[] =>
  [...new Map(keys.map((key) => [key.toString('latin1'), key])).values()].sort((left, right) =>
    Buffer.compare(left, right),
  );

function rangeOf({ low, high }: FieldBounds, direction: number): KeyRange {
  const rank = rankOf((low ?? high)!.value);
  // Of numbers, NaN (eight zero bytes) is first, and in no range.
  const first =
    rank === Rank.number ? Buffer.concat([Buffer.from([rank]), Buffer.alloc(8), AFTER]) : Buffer.from([rank]);
  const start = low
    ? low.inclusive
      ? encodeKey(low.value)
      : Buffer.concat([encodeKey(low.value), AFTER])
    : first;
  const end = high
    ? high.inclusive
      ? Buffer.concat([encodeKey(high.value), AFTER])
      : encodeKey(high.value)
    : Buffer.from([rank + 1]);
  if (direction > 0) return [start, end];
  // Bits inverted, the order turns round. A bound that excluded its key's continuations must now include them.
  const lowKey = low ? encodeKey(low.value) : undefined;
  const highKey = high ? encodeKey(high.value) : undefined;
  const newStart = highKey
    ? high!.inclusive
      ? invert(highKey)
      : Buffer.concat([invert(highKey), AFTER])
    : Buffer.from([0xff - rank]);
  const newEnd = lowKey
    ? low!.inclusive
      ? Buffer.concat([invert(lowKey), AFTER])
      : invert(lowKey)
    : rank === Rank.number
      ? Buffer.concat([Buffer.from([0xff - rank]), Buffer.alloc(8, 0xff)])
      : Buffer.from([0xff - rank + 1]);
  return [newStart, newEnd];
}

/** Whether the index gives the sort's order, forwards or backwards; fields with one value do not matter. */
function orderOf(index: Index, sort: KeyField[], fixed: Set<string>): 'forward' | 'backward' | undefined {
  const wanted = sort.filter(({ name }) => !fixed.has(name));
  if (wanted.length === 0) return 'forward';
  const given = index.fields
    .filter(({ name }) => !fixed.has(name))
    .map(({ name, direction }) => ({ name, direction: direction }));
  // Entries of equal keys stand in the order of _id; those of a unique index have no equals but for missing fields.
  if (!index.spec.unique && !given.some(({ name }) => name === '_id'))
    given.push({ name: '_id', direction: 1 });
  const signs = wanted.map(({ name, direction }, at) =>
    given[at]?.name === name ? direction * given[at].direction : 0,
  );
  if (signs[0] === 0 || !signs.every((sign) => sign === signs[0])) return undefined;
  return signs[0] === 1 ? 'forward' : 'backward';
}

/** The plan as explain shows it. https://www.mongodb.com/docs/manual/reference/explain-results/ */
export function describePlan(
  { index, reverse, sorted, isCollectionScan }: Plan,
  filter: Doc,
  sort: Doc | undefined,
): Doc {
  const direction = reverse ? 'backward' : 'forward';
  const scan: Doc = isCollectionScan
    ? { stage: 'COLLSCAN', filter, direction }
    : {
        stage: 'FETCH',
        filter,
        inputStage: {
          stage: 'IXSCAN',
          keyPattern: index.spec.key,
          indexName: index.spec.name,
          isMultiKey: index.spec.multikey ?? false,
          isUnique: index.spec.unique ?? false,
          isSparse: index.spec.sparse ?? false,
          isPartial: index.spec.partialFilterExpression !== undefined,
          direction,
        },
      };
  return sort && Object.keys(sort).length > 0 && !sorted
    ? { stage: 'SORT', sortPattern: sort, inputStage: scan }
    : scan;
}
