import { isDocument, type Doc } from '../values/bson.js';
import { isNumber, toNumber } from '../values/ranks.js';
import { compileStage } from '../language/stages.js';
import { countByIndex } from '../planner/count.js';
import { search, type SearchOptions } from '../planner/search.js';
import type { Namespace } from '../storage/namespaces.js';
import type { Store } from '../storage/store.js';
import type { Transaction } from '../storage/transactions.js';

export interface PipelineContext {
  store: Store;
  db: string;
  transaction?: Transaction | undefined;
  variables: Doc;
  hint?: unknown;
  /** Returns the documents of source stages without a collection, such as `$currentOp`. */
  specialSource?: (name: string, spec: unknown) => Doc[] | undefined;
}

/** Converts leading `$match`, `$sort`, `$skip` and `$limit` to search options, so that they can use indexes. */
export function splitPipeline(pipeline: Doc[]) {
  const filters: Doc[] = [];
  const options: SearchOptions = {};
  let at = 0;
  const next = (name: string): unknown => {
    const stage = pipeline[at];
    if (!stage || !Object.hasOwn(stage, name) || Object.keys(stage).length !== 1) return undefined;
    return stage[name];
  };
  for (let spec; isDocument((spec = next('$match'))); at++) filters.push(spec);
  const sort = next('$sort');
  if (isDocument(sort) && Object.keys(sort).length > 0) {
    options.sort = sort;
    at++;
    for (let spec; isDocument((spec = next('$match'))); at++) filters.push(spec);
  }
  const isCount = (spec: unknown) => isNumber(spec) && Number.isInteger(toNumber(spec)) && toNumber(spec) > 0;
  if (isCount(next('$skip'))) options.skip = toNumber(Object.values(pipeline[at++]!)[0]);
  if (isCount(next('$limit'))) options.limit = toNumber(Object.values(pipeline[at++]!)[0]);
  const filter = filters.length === 0 ? {} : filters.length === 1 ? filters[0]! : { $and: filters };
  return { filter, options, rest: pipeline.slice(at) };
}

/** Searches a collection as the context of a pipeline says. */
export const searchIn = (
  target: Namespace,
  filter: Doc,
  options: SearchOptions,
  { store, transaction, variables, hint }: PipelineContext,
) => search(store, target, filter, { ...options, transaction, variables, hint });

/** Counts by indexes, if they can, for the `$match`, `$group` and `$sum: 1` of the drivers' countDocuments. */
export function countStage(
  target: Namespace,
  filter: Doc,
  { sort, skip = 0, limit }: SearchOptions,
  rest: Doc[],
  context: PipelineContext,
): Doc[] | undefined {
  const [stage] = rest;
  if (rest.length !== 1 || !stage || sort || context.transaction) return undefined;
  const group = isDocument(stage.$group) ? stage.$group : undefined;
  const [[name, spec] = []] = group ? Object.entries(group).filter(([field]) => field !== '_id') : [];
  const isCountGroup =
    group &&
    (group._id === null || group._id === 1) &&
    Object.keys(group).length === 2 &&
    isDocument(spec) &&
    isNumber(spec.$sum) &&
    toNumber(spec.$sum) === 1;
  const field = isCountGroup ? name : typeof stage.$count === 'string' ? stage.$count : undefined;
  if (field === undefined) return undefined;
  compileStage(stage, context.variables);
  const total = countByIndex(context.store, target, filter, context.hint, context.variables);
  if (total === undefined) return undefined;
  const left = Math.min(Math.max(0, total - skip), limit ?? Infinity);
  return left === 0 ? [] : [{ ...(isCountGroup && { _id: group._id }), [field]: left }];
}
