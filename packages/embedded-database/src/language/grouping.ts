import { type Doc, isDocument, namesOf, setField } from '../values/bson.js';
import { fail } from '../values/errors.js';
import { mapInSlices, type Sliced } from '../values/slices.js';
import { isPauseDue } from '../values/time-limit.js';
import { rankOf } from '../values/ranks.js';
import { compare, identity } from '../values/values.js';
import { accumulator } from './accumulators.js';
import { readsDocument } from './expression-arguments.js';
import { expression } from './expressions.js';
import type { Stage } from './flow.js';

/** https://www.mongodb.com/docs/manual/reference/operator/aggregation/group/ */
export function group(spec: unknown, variables: Doc): Stage {
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
            fields: makers.map(([field, make]) => [field, make()]),
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

/** https://www.mongodb.com/docs/manual/reference/operator/aggregation/bucket/ */
export function bucket(spec: unknown, variables: Doc): Stage {
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
  const states = makers.map(([name, make]) => [name, make()] as const);
  yield* mapInSlices(docs, (doc) => {
    for (const [, state] of states) state.add(doc);
  });
  const out: Doc = { _id: id };
  for (const [name, state] of states) setField(out, name, state.result() ?? null);
  return out;
}

function checkGroupBy(stage: string, code: number, groupBy: unknown): void {
  const isPath = typeof groupBy === 'string' && groupBy.startsWith('$');
  if (!isPath && !isDocument(groupBy))
    throw fail(
      code,
      `The ${stage} 'groupBy' field must be defined as a $-prefixed path or an expression object`,
    );
}
