import { all, each, withValue, type Stage } from './flow.js';
import { Long } from 'bson';
import { type Doc, entriesOf, isDocument, namesOf, setField } from '../values/bson.js';
import { accumulator } from './accumulators.js';
import { fail, MongoError, unsupported } from '../values/errors.js';
import { expression, readsDocument } from './expressions.js';
import { sortDocuments } from '../values/keys.js';
import { mapInSlices, sortInSlices, type Sliced } from '../values/slices.js';
import { isPauseDue } from '../values/time-limit.js';
import { densify } from './densify.js';
import { fill, setWindowFields } from './windows.js';
import { compileFilter } from './query.js';
import { compileReshapingStage } from './transforms.js';
import { checkSort } from '../values/sort.js';
import { fieldPath } from '../values/field-path.js';
import {
  compare,
  identity,
  isMissing,
  isNumber,
  parseKeyFields,
  rankOf,
  toNumberValue,
  typeName,
} from '../values/values.js';

function wholeNumber(name: string, value: unknown, least: number, code: number): number {
  const number = toNumberValue(value);
  if (!isNumber(value) || !Number.isInteger(number) || number < least)
    throw fail(
      code,
      `invalid argument to ${name} stage: Expected a number of at least ${least} in: ${name}: ${String(value)}`,
    );
  return number;
}

function limit(spec: unknown): Stage {
  const most = wholeNumber('$limit', spec, 0, 5107201);
  if (most === 0) throw fail(15958, 'the limit must be positive');
  return function* (input) {
    let at = 0;
    for (const doc of input) {
      yield doc;
      if (doc !== null && ++at >= most) return;
    }
  };
}

function skip(spec: unknown): Stage {
  const left = wholeNumber('$skip', spec, 0, 5107200);
  return function* (input) {
    let at = 0;
    for (const doc of input) if (doc === null || at++ >= left) yield doc;
  };
}

function sort(spec: unknown): Stage {
  if (!isDocument(spec)) throw fail(15973, 'the $sort key specification must be an object');
  if (Object.keys(spec).length === 0) throw fail(15976, '$sort stage must have at least one sort key');
  checkSort(spec);
  const fields = parseKeyFields(spec);
  return all(function* (docs) {
    yield* yield* sortDocuments(docs, fields);
  });
}

function group(spec: unknown, variables: Doc): Stage {
  if (!isDocument(spec)) throw fail(15947, "a group's fields must be specified in an object");
  if (!('_id' in spec)) throw fail(15955, 'a group specification must include an _id');
  const key = expression(spec._id, variables);
  const makers = accumulators(spec, variables);
  return function* (input) {
    const groups = new Map<string, { id: unknown; fields: [string, ReturnType<(typeof makers)[0][1]>][] }>();
    for (const doc of input) {
      if (doc === null) {
        yield null;
        continue;
      }
      const id = key(doc);
      const name = identity(id);
      let found = groups.get(name);
      if (!found)
        groups.set(
          name,
          (found = {
            id: id ?? null,
            fields: makers.map(([field, make]) => [field, make(isDocument(id) ? id : {})]),
          }),
        );
      for (const [, state] of found.fields) state.add(doc);
      if (isPauseDue()) yield null;
    }
    for (const { id, fields: states } of groups.values()) {
      const out: Doc = { _id: id };
      for (const [field, state] of states) {
        const value = state.result();
        if (value !== undefined) setField(out, field, value);
      }
      yield out;
    }
  };
}

function sortByCount(spec: unknown, variables: Doc): Stage {
  if (isDocument(spec)) {
    if (!Object.keys(spec)[0]?.startsWith('$'))
      throw fail(40147, 'the sortByCount field must be defined as a $-prefixed path or an expression object');
  } else if (typeof spec !== 'string') {
    throw fail(40149, 'the sortByCount field must be specified as a string or as an object');
  } else if (!spec.startsWith('$')) {
    throw fail(40148, 'the sortByCount field must be defined as a $-prefixed path or an expression object');
  }
  const grouped = group({ _id: spec, count: { $sum: 1 } }, variables);
  const sorted = sort({ count: -1 });
  return (input) => sorted(grouped(input));
}

/** https://www.mongodb.com/docs/manual/reference/operator/aggregation/bucket/ */
function bucket(spec: unknown, variables: Doc): Stage {
  if (!isDocument(spec)) throw fail(40201, 'Argument to $bucket stage must be an object');
  const unknown = Object.keys(spec).find(
    (name) => !['groupBy', 'boundaries', 'default', 'output'].includes(name),
  );
  if (unknown !== undefined) throw fail(40197, `Unrecognized option to $bucket: ${unknown}`);
  const { groupBy, output = { count: { $sum: 1 } } } = spec;
  if (groupBy === undefined || spec.boundaries === undefined)
    throw fail(40198, '$bucket requires groupBy and boundaries to be specified.');
  checkGroupBy('$bucket', 40202, groupBy);
  if (!isDocument(output)) throw fail(40196, "The $bucket 'output' field must be an object");
  const boundaries = boundariesOf(spec.boundaries, variables);
  const spare = 'default' in spec ? constantOf(spec.default, variables, 40195) : undefined;
  const isBelow = compare(spare, boundaries[0]) < 0;
  if (spare !== undefined && !isBelow && compare(spare, boundaries.at(-1)) < 0)
    throw fail(40199, "The $bucket 'default' field must not lie between the boundaries");
  const value = expression(groupBy, variables);
  const makers = accumulators(output, variables);
  const keys = boundaries.map(identity);
  return function* (input) {
    const buckets = boundaries.slice(0, -1).map((id) => ({ id, docs: [] as Doc[] }));
    const others = { id: spare, docs: [] as Doc[] };
    for (const doc of input) {
      if (doc === null) {
        yield null;
        continue;
      }
      const at = value(doc);
      const upper = firstAbove(keys, identity(at));
      if (upper > 0 && upper < keys.length && at !== undefined) buckets[upper - 1]!.docs.push(doc);
      else if (spare !== undefined) others.docs.push(doc);
      else
        throw fail(
          40066,
          '$switch could not find a matching branch for an input, and no default was specified.',
        );
    }
    for (const { id, docs: inside } of isBelow ? [others, ...buckets] : [...buckets, others])
      if (inside.length > 0) yield yield* accumulate(id, inside, makers);
  };
}

/** Returns the index of the first of sorted texts that is greater than another; their number if none is. */
function firstAbove(texts: string[], text: string): number {
  let [low, high] = [0, texts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (text < texts[middle]!) high = middle;
    else low = middle + 1;
  }
  return low;
}

function boundariesOf(spec: unknown, variables: Doc): unknown[] {
  if (!Array.isArray(spec)) throw fail(40200, "The $bucket 'boundaries' field must be an array");
  const boundaries = spec.map((item: unknown) => constantOf(item, variables, 40191));
  if (boundaries.length < 2) throw fail(40192, "The $bucket 'boundaries' field must have at least 2 values");
  for (const [at, value] of boundaries.entries()) {
    if (at === 0) continue;
    if (rankOf(value) !== rankOf(boundaries[at - 1]))
      throw fail(40193, "All values in the 'boundaries' option to $bucket must have the same type");
    if (compare(boundaries[at - 1], value) >= 0)
      throw fail(40194, "The 'boundaries' option to $bucket must be sorted");
  }
  return boundaries;
}

/** @throws MongoError of that code for an expression that reads the document */
function constantOf(spec: unknown, variables: Doc, code: number): unknown {
  if (readsDocument(spec)) throw fail(code, 'a $bucket option must be a constant');
  return expression(spec, variables)({});
}

type Maker = readonly [string, ReturnType<typeof accumulator>];

/** The accumulators of a stage's output fields. */
function accumulators(output: Doc, variables: Doc): Maker[] {
  const names = namesOf(output).filter((name) => name !== '_id');
  const dotted = names.find((name) => name.includes('.'));
  if (dotted !== undefined) throw fail(40235, `The field name '${dotted}' cannot contain '.'`);
  const operator = names.find((name) => name.startsWith('$'));
  if (operator !== undefined) throw fail(40236, `The field name '${operator}' cannot be an operator name`);
  return names.map((name) => [name, accumulator(output[name], variables)]);
}

/** Accumulates a group of documents into one. */
function* accumulate(id: unknown, docs: Doc[], makers: Maker[]): Sliced<Doc> {
  const states = makers.map(([name, make]) => [name, make({})] as const);
  yield* mapInSlices(docs, (doc) => {
    for (const [, state] of states) state.add(doc);
  });
  const out: Doc = { _id: id };
  for (const [name, state] of states) setField(out, name, state.result() ?? null);
  return out;
}

/** https://www.mongodb.com/docs/manual/reference/operator/aggregation/bucketAuto/ */
function bucketAuto(spec: unknown, variables: Doc): Stage {
  if (!isDocument(spec)) throw fail(40240, 'The argument to $bucketAuto must be an object');
  const unknown = Object.keys(spec).find(
    (name) => !['groupBy', 'buckets', 'output', 'granularity'].includes(name),
  );
  if (unknown !== undefined) throw fail(40245, `Unrecognized option to $bucketAuto: ${unknown}`);
  const { groupBy, buckets, output = { count: { $sum: 1 } } } = spec;
  if (groupBy === undefined || buckets === undefined)
    throw fail(40246, "$bucketAuto requires 'groupBy' and 'buckets' to be specified");
  checkGroupBy('$bucketAuto', 40239, groupBy);
  if (!isNumber(buckets)) throw fail(40241, "The $bucketAuto 'buckets' field must be a numeric value");
  const most = toNumberValue(buckets);
  if ((most | 0) !== most) throw fail(40242, "The $bucketAuto 'buckets' field must be a 32-bit integer");
  if (most <= 0) throw fail(40243, "The $bucketAuto 'buckets' field must be greater than 0");
  if (!isDocument(output)) throw fail(40244, "The $bucketAuto 'output' field must be an object");
  if (spec.granularity !== undefined) throw unsupported("the 'granularity' of $bucketAuto");
  const value = expression(groupBy, variables);
  const makers = accumulators(output, variables);
  return all(function* (docs) {
    const valued = yield* mapInSlices(docs, (doc) => ({ doc, value: value(doc) ?? null }));
    const rows = yield* sortInSlices(valued, (left, right) => compare(left.value, right.value));
    const size = Math.max(1, Math.round(rows.length / most));
    for (let from = 0, made = 1; from < rows.length; made++) {
      let to = made === most ? rows.length : Math.min(from + size, rows.length);
      // Equal values are in one bucket.
      while (to < rows.length && compare(rows[to - 1]!.value, rows[to]!.value) === 0) to++;
      const max = rows[to < rows.length ? to : to - 1]!.value;
      const inside = rows.slice(from, to).map(({ doc }) => doc);
      yield yield* accumulate({ min: rows[from]!.value, max }, inside, makers);
      from = to;
    }
  });
}

function checkGroupBy(stage: string, code: number, groupBy: unknown): void {
  const isPath = typeof groupBy === 'string' && groupBy.startsWith('$');
  if (!isPath && !isDocument(groupBy))
    throw fail(
      code,
      `The ${stage} 'groupBy' field must be defined as a $-prefixed path or an expression object`,
    );
}

function unwind(spec: unknown): Stage {
  if (!isDocument(spec) && typeof spec !== 'string')
    throw fail(15981, 'expected either a string or an object as specification for $unwind stage');
  const options = isDocument(spec) ? spec : { path: spec };
  const unknown = Object.keys(options).find(
    (name) => !['path', 'includeArrayIndex', 'preserveNullAndEmptyArrays'].includes(name),
  );
  if (unknown !== undefined) throw fail(28811, `unrecognized option to $unwind stage: ${unknown}`);
  const { path: dollarPath, includeArrayIndex, preserveNullAndEmptyArrays = false } = options;
  if (dollarPath === undefined) throw fail(28812, 'no path specified to $unwind stage');
  if (typeof dollarPath !== 'string') throw fail(28808, 'expected a string as the path for $unwind stage');
  if (!dollarPath.startsWith('$'))
    throw fail(28818, `path option to $unwind stage should be prefixed with a '$': ${dollarPath}`);
  if (typeof preserveNullAndEmptyArrays !== 'boolean')
    throw fail(28809, 'expected a boolean for the preserveNullAndEmptyArrays option to $unwind stage');
  if (includeArrayIndex !== undefined && (typeof includeArrayIndex !== 'string' || includeArrayIndex === ''))
    throw fail(28810, 'expected a non-empty string for the includeArrayIndex option to $unwind stage');
  if (includeArrayIndex?.startsWith('$'))
    throw fail(28822, 'includeArrayIndex option to $unwind stage should not be prefixed with a $');
  expression(dollarPath);
  const path = dollarPath.slice(1).split('.');
  const indexPath = includeArrayIndex === undefined ? undefined : fieldPath(includeArrayIndex);
  const indexed = (doc: Doc, at: unknown) => (indexPath ? withValue(doc, indexPath, at) : doc);
  const valueAt = (doc: Doc) =>
    path.reduce<unknown>((value, name) => (isDocument(value) ? value[name] : undefined), doc);
  return each(function* (doc) {
    const value = valueAt(doc);
    if (Array.isArray(value) && value.length > 0) {
      for (const [at, item] of value.entries())
        yield indexed(withValue(doc, path, item), Long.fromNumber(at));
    } else if (!Array.isArray(value) && !isMissing(value)) {
      yield indexed(doc, null);
    } else if (preserveNullAndEmptyArrays) {
      yield indexed(Array.isArray(value) ? withValue(doc, path, undefined) : doc, null);
    }
  });
}

function count(spec: unknown): Stage {
  if (typeof spec !== 'string' || spec === '')
    throw fail(40156, 'the count field must be a non-empty string');
  if (spec.startsWith('$')) throw fail(40158, 'the count field cannot be a $-prefixed path');
  if (spec.includes('\0')) throw fail(40159, 'the count field cannot contain a null byte');
  if (spec.includes('.')) throw fail(40160, "the count field cannot contain '.'");
  return function* (input) {
    let total = 0;
    for (const doc of input) {
      if (doc === null) yield null;
      else total++;
    }
    if (total > 0) yield { [spec]: total };
  };
}

function sample(spec: unknown): Stage {
  if (!isDocument(spec)) throw fail(28745, 'the $sample stage specification must be an object');
  if (Object.keys(spec).some((name) => name !== 'size')) throw fail(28748, 'unrecognized option to $sample');
  if (spec.size === undefined) throw fail(28749, '$sample stage must specify a size');
  if (!isNumber(spec.size)) throw fail(28746, 'size argument to $sample must be a number');
  const size = wholeNumber('$sample', spec.size, 1, 28747);
  return all((docs) => {
    for (let at = 0; at < Math.min(size, docs.length); at++) {
      const other = at + Math.floor(Math.random() * (docs.length - at));
      [docs[at], docs[other]] = [docs[other]!, docs[at]!];
    }
    return docs.slice(0, size);
  });
}

function redact(spec: unknown, variables: Doc): Stage {
  const decide = expression(spec, variables);
  const prune = (doc: Doc, root: Doc): Doc | undefined => {
    const decision = decide(doc, { ROOT: root });
    if (decision === '$$PRUNE') return undefined;
    if (decision === '$$KEEP') return doc;
    if (decision !== '$$DESCEND')
      throw fail(
        17053,
        `$redact's expression should not return anything aside from the variables $$KEEP, $$DESCEND, and $$PRUNE, but returned ${typeName(decision)}`,
      );
    const inside = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(inside).filter((item) => item !== undefined);
      return isDocument(value) ? prune(value, root) : value;
    };
    const out: Doc = {};
    for (const [name, value] of entriesOf(doc)) {
      const kept = inside(value);
      if (kept !== undefined) setField(out, name, kept);
    }
    return out;
  };
  return each((doc) => {
    const kept = prune(doc, doc);
    return kept ? [kept] : [];
  });
}

function match(spec: unknown, variables: Doc): Stage {
  if (!isDocument(spec)) throw fail(15959, 'the match filter must be an expression in an object');
  const test = compileFilter(spec, variables);
  return each((doc) => (test(doc) ? [doc] : []));
}

/** Returns the only field of a stage: its name and specification. */
export function stageEntry(stage: unknown): [string, unknown] {
  if (!isDocument(stage)) throw fail(14, "Each element of the 'pipeline' array must be an object");
  const entries = Object.entries(stage);
  if (entries.length !== 1)
    throw fail(40323, 'A pipeline stage specification object must contain exactly one field.');
  return entries[0]!;
}

const refusals: Record<string, () => MongoError> = {
  $changeStream: () => fail(40573, 'The $changeStream stage is only supported on replica sets'),
};
const unsupportedStages = [
  '$geoNear',
  '$search',
  '$searchMeta',
  '$vectorSearch',
  '$listSessions',
  '$planCacheStats',
  '$querySettings',
  '$shardedDataDistribution',
];

/**
 * Compiles a stage that depends on its input documents only.
 * @throws MongoError 40324 for an unknown stage, 40573 for change streams, 115 for other unsupported ones
 */
export function compileStage(stage: unknown, variables: Doc): Stage {
  const [name, spec] = stageEntry(stage);
  const reshape = compileReshapingStage(stage as Doc, variables);
  if (reshape) return each((doc) => [reshape(doc)]);
  switch (name) {
    case '$match':
      return match(spec, variables);
    case '$limit':
      return limit(spec);
    case '$skip':
      return skip(spec);
    case '$sort':
      return sort(spec);
    case '$group':
      return group(spec, variables);
    case '$sortByCount':
      return sortByCount(spec, variables);
    case '$bucket':
      return bucket(spec, variables);
    case '$unwind':
      return unwind(spec);
    case '$count':
      return count(spec);
    case '$sample':
      return sample(spec);
    case '$redact':
      return redact(spec, variables);
    case '$bucketAuto':
      return bucketAuto(spec, variables);
    case '$setWindowFields':
      return all(setWindowFields(spec, variables));
    case '$fill':
      return all(fill(spec, variables));
    case '$densify':
      return all(densify(spec));
  }
  if (unsupportedStages.includes(name)) throw unsupported(`the ${name} stage`);
  throw refusals[name]?.() ?? fail(40324, `Unrecognized pipeline stage name: '${name}'`);
}
