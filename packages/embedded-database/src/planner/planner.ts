import { isDeepStrictEqual } from 'node:util';
import { isDocument, type Doc } from '../values/bson.js';
import { fail } from '../values/errors.js';
import { findHinted, type Index } from '../storage/indexes.js';
import { byteText, encodeField, invert } from '../values/keys.js';
import { distinctKeys } from '../values/value-lists.js';
import { collectBounds, holdsAll, noBounds, Prefix, type FieldBounds, type QueryBounds } from './bounds.js';
import type { Collection } from '../storage/documents.js';
import type { RangeCounts } from '../storage/tables/counts.js';
import { parseKeyFields, Rank, rankOf, type KeyField } from '../values/ranks.js';
import { indexPrefix } from '../storage/namespaces.js';

/** Maximum number of ranges that are gone through at once; with more, a search yields in between. */
export const MAX_RANGES_AT_ONCE = 1000;

/** A range of keys: start is included, end is not. */
export type KeyRange = [start: Buffer, end: Buffer];

/** Ranges of one index, in order; each is built when it is read, as a long `$in` has very many. */
class KeyRanges {
  constructor(
    private readonly prefixes: readonly string[],
    private readonly ends: readonly (readonly [start: string, end: string])[],
  ) {}

  get length(): number {
    return this.prefixes.length * this.ends.length;
  }

  at(position: number): KeyRange {
    const prefix = this.prefixes[Math.floor(position / this.ends.length)]!;
    const [start, end] = this.ends[position % this.ends.length]!;
    return [bound(prefix + start), bound(prefix + end)];
  }

  first(count: number): KeyRange[] {
    return Array.from({ length: Math.min(count, this.length) }, (_, position) => this.at(position));
  }
}

/** Ranges of one index. */
export interface Scan {
  index: Index;
  ranges: KeyRanges;
  /** True if the index is read backwards. */
  reverse: boolean;
}

/** The index scans that find a query's documents. */
export interface Plan {
  /** Run one after the other; several for the branches of an `$or`, which may find the same document. */
  scans: Scan[];
  /** True if the scan returns the documents in the order of the sort. */
  sorted: boolean;
  /** True if the ranges contain exactly the matching documents, so that they need not be tested. */
  exact: boolean;
  isCollectionScan: boolean;
  /** Scans that find every match as well: the ids that these lack are no matches, and their documents are not read. */
  within?: Scan[];
  /** The plan to go over to where a search in order has read so many documents, and not found enough. */
  instead?: { plan: Plan; after: number };
}

export interface PlanOptions {
  sort?: Doc | undefined;
  /** An index by name or key, or `{$natural: 1}`; an empty document is none. */
  hint?: unknown;
  limit?: number | undefined;
  /** Counts the entries of ranges; without it the plan depends on the filter's shape only. */
  counts?: Pick<RangeCounts, 'range' | 'total'> | undefined;
  /** Estimates the average size of a document, in bytes. */
  documentBytes?: (() => number) | undefined;
  /** Requires an index that gives the sort's order, if there is one, even where another plan reads fewer entries. */
  isOrdered?: boolean | undefined;
}

/** Memory limit of a sort without an index, in bytes: MongoDB's internalQueryMaxBlockingSortMemoryUsageBytes. */
export const MAX_SORT_BYTES = 100 * 2 ** 20;

/** Maximum size of an LMDB key, in bytes. */
const LMDB_KEY_BYTES = 1978;
/** Maximum number of ranges of a scan: bounds of several fields multiply. */
const MAX_RANGES = 5000;
/** Maximum number of values of one `$in` that become ranges. */
const MAX_POINTS = 100_000;
/** Number of a scan's ranges that are counted; the others are assumed to have the same average size. */
const COUNTED_RANGES = 16;
const AFTER = Buffer.from([0xff]);
/** Sorts after every key with a prefix: in an inverted key one 0xff may follow the prefix, but not two. */
const AFTER_TEXT = Buffer.from([0xff, 0xff]);

type Indexed = Pick<Collection, 'number' | 'indexes'>;

/**
 * Chooses the index for a filter and a sort, the indexes for the branches of an `$or`, or the scan of the whole
 * collection.
 * @param filter a filter that has been compiled, so it is valid
 * @throws MongoError 2 for a hint that names no index
 */
export function plan(
  collection: Indexed,
  filter: Doc,
  { sort = {}, hint: given, limit, counts, documentBytes, isOrdered = false }: PlanOptions = {},
): Plan {
  const hint = isDocument(given) && Object.keys(given).length === 0 ? undefined : given;
  const bounds = collectBounds(filter);
  const sortFields = '$natural' in sort ? [] : parseKeyFields(sort);
  const all = collection.indexes.filter(({ spec }) => !spec.building);
  const natural = naturalDirection(hint) ?? naturalDirection(sort);
  if ('$natural' in sort && hint !== undefined && !(isDocument(hint) && '$natural' in hint))
    throw fail(2, 'Sort and hint cannot be incompatible with $natural');
  if (natural !== undefined) {
    const nothing = { ...noBounds(), hasRest: true };
    const { plan: whole } = candidate(collection, all[0]!, nothing, sortFields);
    const scans = whole.scans.map((scan) => ({ ...scan, reverse: natural < 0 }));
    return { ...whole, scans, sorted: sortFields.length === 0 };
  }
  if (hint !== undefined) {
    const hinted = findHinted(all, hint);
    if (!hinted || hinted.spec.hidden) {
      throw fail(
        2,
        'error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index',
      );
    }
    return candidate(collection, hinted, bounds, sortFields).plan;
  }
  const usable = { number: collection.number, indexes: all.filter(({ spec }) => !spec.hidden) };
  const size = counts?.total(indexPrefix(collection.number, 0)) ?? Infinity;
  const entries = (of: Plan) =>
    of.isCollectionScan || !counts ? size : countEntries(collection.number, of, counts);
  const candidates = candidatesFor(usable, bounds, sortFields, size);
  const { plan: best, within } = cheapest(candidates, entries)!;
  let chosen = best;
  if (!counts) return chosen;
  for (const branches of bounds.alternatives) {
    const union = unionOf(usable, branches, bounds, { size, entries });
    if (union && entries(union) < entries(chosen)) chosen = { ...union, sorted: sortFields.length === 0 };
  }
  const isEndedEarly = chosen.sorted && limit !== undefined && limit <= LITTLE_TO_LIMIT;
  if (within && chosen === best && !isEndedEarly) chosen = { ...chosen, within };
  if (chosen.sorted) return chosen;
  const ordered = bestOf(candidates.filter(({ plan: { sorted } }) => sorted))?.plan;
  if (!ordered || isOrdered) return ordered ?? chosen;
  const found = entries(chosen);
  if (!limit) {
    // For a large part of the collection, reading in order saves more than the bounds do.
    const isTooLarge = found * (documentBytes?.() ?? 0) > MAX_SORT_BYTES;
    return found > Math.max(size / 10, LITTLE_TO_SORT) || isTooLarge ? ordered : chosen;
  }
  // Reading in order finds enough among so many, if the matches are spread evenly.
  const expected = (limit * entries(ordered)) / Math.max(1, found);
  if (found <= Math.max(LITTLE_TO_LIMIT, expected)) return chosen;
  return chosen.isCollectionScan ? ordered : { ...ordered, instead: { plan: chosen, after: found } };
}

/** Number of documents that are sorted faster than an index is read in order, to its end or up to a limit. */
const LITTLE_TO_SORT = 100_000;
const LITTLE_TO_LIMIT = 1000;

function naturalDirection(spec: unknown): number | undefined {
  return isDocument(spec) && '$natural' in spec ? Number(spec.$natural) : undefined;
}

function candidatesFor(
  collection: Indexed,
  bounds: QueryBounds,
  sort: KeyField[],
  size: number,
): Candidate[] {
  const by = (choice: QueryBounds, name?: string) =>
    collection.indexes
      .filter((index) => (name === undefined || index.fields[0]!.name === name) && holdsAll(index, choice))
      .map((index) => candidate(collection, index, choice, sort, size));
  return [
    ...by(bounds),
    ...bounds.others.flatMap(([name, field]) =>
      by({ ...bounds, fields: new Map(bounds.fields).set(name, field), hasRest: true }, name),
    ),
  ];
}

const bestOf = (candidates: Candidate[]): Candidate | undefined =>
  candidates.reduce<Candidate | undefined>(
    (best, next) => (best && best.score >= next.score ? best : next),
    undefined,
  );

/** The best candidate; of those for different conditions, the one that reads the fewest entries, within the next one. */
function cheapest(candidates: Candidate[], entries: (of: Plan) => number): Candidate | undefined {
  const best = bestOf(candidates);
  if (!best?.condition || best.isPoint) return best;
  const rivals = new Map<FieldBounds, Candidate[]>();
  for (const one of candidates)
    if (one.condition) rivals.set(one.condition, [...(rivals.get(one.condition) ?? []), one]);
  if (rivals.size < 2) return best;
  const [least, next] = [...rivals.values()]
    .map((of) => bestOf(of)!)
    .sort((one, other) => other.score - one.score)
    .map((one) => ({ one, count: entries(one.plan) }))
    .sort((one, other) => one.count - other.count);
  if (!least || !next || least.count < LITTLE_TO_LIMIT || next.count > least.count * ENTRIES_A_DOCUMENT)
    return least?.one;
  return { ...least.one, within: next.one.plan.scans };
}

/** Number of index entries that are read in the time in which a document is read and tested. */
const ENTRIES_A_DOCUMENT = 8;

/** The scans of all branches of an `$or`; undefined if one of them has no usable index. */
function unionOf(
  collection: Indexed,
  branches: Doc[],
  outer: QueryBounds,
  sizes: { size: number; entries: (of: Plan) => number },
): Plan | undefined {
  const scans: Scan[] = [];
  for (const branch of branches) {
    const bounds = collectBounds(branch, { ...noBounds(outer.fields), hasRest: true });
    const best = cheapest(candidatesFor(collection, bounds, [], sizes.size), sizes.entries)?.plan;
    const served =
      best?.isCollectionScan === false
        ? best
        : bounds.alternatives.map((inner) => unionOf(collection, inner, bounds, sizes)).find(Boolean);
    if (!served) return undefined;
    scans.push(...served.scans);
  }
  return { scans, sorted: false, exact: false, isCollectionScan: false };
}

/** Estimates the number of index entries that a plan reads. */
function countEntries(number: number, { scans }: Plan, counts: NonNullable<PlanOptions['counts']>): number {
  return scans.reduce((sum, { index, ranges }) => {
    const prefix = indexPrefix(number, index.spec.id);
    const counted = ranges.first(COUNTED_RANGES);
    const found = counted.reduce((entries, [start, end]) => entries + counts.range(prefix, start, end), 0);
    return sum + (counted.length > 0 ? (found * ranges.length) / counted.length : 0);
  }, 0);
}

interface Candidate {
  plan: Plan;
  score: number;
  /** The bounds of the index's first field, if there are any. */
  condition: FieldBounds | undefined;
  /** True if it finds at most one document. */
  isPoint: boolean;
  within?: Scan[];
}

/**
 * The plan that uses one index, with a score.
 * @param size the number of documents: more point lookups than documents cost more than reading them all
 */
function candidate(
  collection: Indexed,
  index: Index,
  bounds: QueryBounds,
  sort: KeyField[],
  size = Infinity,
): Candidate {
  const { multikey = false, unique = false, partialFilterExpression = {} } = index.spec;
  let prefixes = [byteText(indexPrefix(collection.number, index.spec.id))];
  const fixed = new Set<string>();
  let equalities = 0;
  let exact = true;
  let intervals: KeyRange[] | undefined;
  const roots = new Set<string>();
  for (const { name, path, direction } of index.fields) {
    const field = bounds.fields.get(name);
    if (!field) break;
    // Two bounds below one array may be satisfied by two elements, which have two keys.
    if (multikey && roots.has(path[0]!)) break;
    roots.add(path[0]!);
    const most = prefixes.length > 1 ? MAX_RANGES / prefixes.length : mostPoints(size);
    if (field.oneOf && field.oneOf.length > most) break;
    if (field.oneOf?.some((value) => value instanceof Prefix)) {
      intervals = intervalsOf(field.oneOf, direction);
      exact = false;
      break;
    }
    if (field.oneOf) {
      const keys = distinctKeys(field.oneOf, direction);
      prefixes = prefixes.flatMap((prefix) => keys.map((key) => prefix + key));
      equalities++;
      exact &&= field.exact;
      if (keys.length === 1) fixed.add(name);
    } else {
      // In a multikey index, two different keys of a document may satisfy the two bounds.
      const isSplit = multikey && field.low && field.high && !field.ofElement;
      exact &&= field.exact && !isSplit;
      intervals = [rangeOf(isSplit ? { ...field, high: undefined! } : field, direction)];
      break;
    }
  }
  const used = equalities + (intervals ? 1 : 0);
  // Every document of a partial index meets the conditions that the filter shares with it.
  const shared = [...collectBounds(partialFilterExpression).fields].filter(
    ([name, field]) =>
      index.fields.every((one) => one.name !== name) && isDeepStrictEqual(field, bounds.fields.get(name)),
  );
  const ends = (intervals ?? [[Buffer.alloc(0), AFTER]]).map(
    ([start, end]) => [byteText(start), byteText(end)] as const,
  );
  // The ranges of several values are read in their order, which is that of the index.
  const order = multikey && sort.length > 0 ? undefined : orderOf(index, sort, fixed);
  const isPoint = unique && equalities === index.fields.length;
  const score =
    equalities * 10 +
    (intervals ? 5 : 0) +
    shared.length * 5 +
    (isPoint ? 20 : 0) +
    (order && sort.length > 0 ? (used > 0 ? 6 : 3) : 0) +
    (index.spec.id === 0 ? 0.5 : 0);
  return {
    score,
    condition: used > 0 ? bounds.fields.get(index.fields[0]!.name) : undefined,
    isPoint: isPoint && prefixes.length === 1,
    plan: {
      scans: [{ index, ranges: new KeyRanges(prefixes, ends), reverse: order === 'backward' }],
      sorted: order !== undefined,
      exact: exact && !bounds.hasRest && !multikey && used + shared.length === bounds.fields.size,
      isCollectionScan: index.spec.id === 0 && used === 0,
    },
  };
}

/** Cuts a bound to LMDB's limit: no key is longer, so the rest makes no difference. */
const bound = (text: string): Buffer => Buffer.from(text.slice(0, LMDB_KEY_BYTES), 'latin1');

const mostPoints = (size: number): number => Math.min(MAX_POINTS, Math.max(MAX_RANGES, size));

/** The ranges of values and of string prefixes, sorted and merged. */
function intervalsOf(values: unknown[], direction: number): KeyRange[] {
  const intervals = values
    .map((value): KeyRange => {
      if (!(value instanceof Prefix)) {
        const key = encodeField(value, direction);
        return [key, Buffer.concat([key, AFTER])];
      }
      const plain = Buffer.concat([Buffer.from([Rank.string]), Buffer.from(value.text)]);
      const start = direction < 0 ? invert(plain) : plain;
      return [start, Buffer.concat([start, AFTER_TEXT])];
    })
    .sort(([left], [right]) => Buffer.compare(left, right));
  const out: KeyRange[] = [];
  for (const [start, end] of intervals) {
    const last = out.at(-1);
    if (!last || Buffer.compare(last[1], start) < 0) out.push([start, end]);
    else if (Buffer.compare(last[1], end) < 0) last[1] = end;
  }
  return out;
}

function rangeOf({ low, high }: FieldBounds, direction: number): KeyRange {
  const rank = rankOf((low ?? high)!.value);
  const [first, last] = direction > 0 ? [low, high] : [high, low];
  const keyOf = ({ value }: { value: unknown }) => encodeField(value, direction);
  const after = (key: Buffer) => Buffer.concat([key, AFTER]);
  const start = first && (first.inclusive ? keyOf(first) : after(keyOf(first)));
  const end = last && (last.inclusive ? after(keyOf(last)) : keyOf(last));
  // NaN (eight zero bytes) sorts before all numbers, and is in no range.
  const isNumeric = rank === Rank.number;
  const ranks = direction > 0 ? [rank, rank + 1] : [0xff - rank, 0xff - rank + 1];
  const [least, most] = ranks.map((byte) => Buffer.from([byte])) as [Buffer, Buffer];
  if (direction > 0)
    return [start ?? (isNumeric ? after(Buffer.concat([least, Buffer.alloc(8)])) : least), end ?? most];
  return [start ?? least, end ?? (isNumeric ? Buffer.concat([least, Buffer.alloc(8, 0xff)]) : most)];
}

/** Returns the direction in which the index has the sort's order, if any; fields with one value do not matter. */
function orderOf(index: Index, sort: KeyField[], fixed: Set<string>): 'forward' | 'backward' | undefined {
  const wanted = sort.filter(({ name }) => !fixed.has(name));
  if (wanted.length === 0) return 'forward';
  const given = index.fields.filter(({ name }) => !fixed.has(name));
  // Entries of equal keys are in the order of _id; a unique index has none.
  if (!given.some(({ name }) => name === '_id')) given.push({ name: '_id', path: ['_id'], direction: 1 });
  const signs = wanted.map(({ name, direction }, at) =>
    given[at]?.name === name ? direction * given[at].direction : 0,
  );
  if (signs[0] === 0 || !signs.every((sign) => sign === signs[0])) return undefined;
  return signs[0] === 1 ? 'forward' : 'backward';
}
