import { BSONRegExp } from 'bson';
import { decode, encode, entriesOf, isDocument, setField, type Doc } from '../values/bson.js';
import { fail } from '../values/errors.js';
import { variableName } from '../language/expression-arguments.js';
import { expression } from '../language/expressions.js';
import type { search } from '../planner/search.js';
import { type Namespace } from '../storage/namespaces.js';
import { compileStage, stageEntry } from '../language/stages.js';
import { all, gather, withValue, type Flow, type Stage } from '../language/flow.js';
import { checkNames } from '../values/arguments.js';
import { countStage, type PipelineContext, searchIn, splitPipeline } from './pipeline-search.js';
import { fieldAt, fieldPath } from '../values/field-path.js';
import { isMissing } from '../values/ranks.js';
import { elementsAt, identity } from '../values/values.js';

/** Runs a pipeline on a collection; yields documents as BSON, and null where the caller can yield. */
export function* aggregateBytes(
  target: Namespace | undefined,
  pipeline: Doc[],
  context: PipelineContext,
): Generator<Buffer | null> {
  const { filter, options, rest } = splitPipeline(pipeline);
  if (target && rest.length === 0) {
    for (const hit of searchIn(target, filter, options, context)) yield hit && hit.raw;
    return;
  }
  const counted = target && countStage(target, filter, options, rest, context);
  for (const doc of counted ?? aggregate(target, pipeline, context)) yield doc && encode(doc);
}

/** Runs a pipeline on a collection, or on the documents of its source stage. */
function aggregate(target: Namespace | undefined, pipeline: Doc[], context: PipelineContext): Flow {
  const special = sourceStage(pipeline, context, target);
  if (special) return through(special, pipeline.slice(1), context, undefined);
  if (!target) return through([], pipeline, context, undefined);
  const { filter, options, rest } = splitPipeline(pipeline);
  const facet = rest[0]?.$facet;
  const prefix = pipeline.slice(0, pipeline.length - rest.length);
  if (facet !== undefined) {
    stageEntry(rest[0]);
    checkFacet(facet);
    return through(
      facetOf(facet, (part) => aggregate(target, [...prefix, ...part], context)),
      rest.slice(1),
      context,
      target,
    );
  }
  return through(decoded(searchIn(target, filter, options, context)), rest, context, target);
}

/** Size in bytes above which a document is decoded in a slice of its own. */
const SLOW_BYTES = 2 ** 20;

function* decoded(hits: ReturnType<typeof search>): Generator<Doc | null> {
  for (const hit of hits) {
    const doc = hit && (hit.doc ?? decode(hit.raw));
    if (hit && hit.raw.length > SLOW_BYTES) yield null;
    yield doc;
  }
}

function through(input: Flow, stages: Doc[], context: PipelineContext, target: Namespace | undefined): Flow {
  // All stages are compiled before the first document is read, so that an empty collection shows errors too.
  const compiled = stages.map((stage) => compileWithStore(stage, context, target));
  return compiled.reduce<Flow>((flow, stage) => stage(flow), input);
}

function sourceStage(
  pipeline: Doc[],
  context: PipelineContext,
  target: Namespace | undefined,
): Doc[] | undefined {
  if (!pipeline[0]) return undefined;
  const [name, spec] = stageEntry(pipeline[0]);
  if (name === '$documents') {
    if (target) throw fail(73, '$documents is not valid on a collection');
    const docs = expression(spec, context.variables)({});
    if (!Array.isArray(docs)) throw fail(5858203, '$documents must be an array of objects');
    if (!docs.every(isDocument)) throw fail(40228, '$documents must be an array of objects');
    return docs;
  }
  return context.specialSource?.(name, spec);
}

/** Compiles a stage, also one that reads other collections. */
function compileWithStore(stage: Doc, context: PipelineContext, target: Namespace | undefined): Stage {
  const [name, spec] = stageEntry(stage);
  switch (name) {
    case '$lookup':
      return lookup(spec, context);
    case '$unionWith':
      return unionWith(spec, context);
    case '$facet':
      checkFacet(spec);
      for (const part of Object.values(spec)) through([], part, context, target);
      return all((docs) => facetOf(spec, (part) => through(docs, part, context, target)));
    case '$documents':
    case '$collStats':
    case '$indexStats':
      throw fail(40602, `${name} is only valid as the first stage in a pipeline`);
    case '$out':
    case '$merge':
      throw fail(40601, `${name} can only be the final stage in the pipeline`);
    default:
      return compileStage(stage, context.variables);
  }
}

/** Returns a pipeline after checking its form. @throws MongoError 14, 40323 for one that is none */
export function asPipeline(value: unknown): Doc[] {
  if (!Array.isArray(value)) throw fail(14, "'pipeline' option must be specified as an array");
  value.forEach(stageEntry);
  return value as Doc[];
}

/** Returns the pipeline within a stage, which must not have an output stage. */
function innerPipeline(value: unknown, owner: string, code: number): Doc[] {
  const stages = asPipeline(value);
  const names = stages.flatMap((stage) => Object.keys(stage));
  const wrong = names.find((name) => ['$out', '$merge'].includes(name));
  if (wrong) throw fail(code, `${wrong} is not allowed within a ${owner}'s sub-pipeline`);
  return stages;
}

/** Returns the names of a pipeline's stages, and of the stages within them. */
const stageNames = (pipeline: unknown[]): string[] =>
  pipeline.flatMap((stage) => {
    const [name, spec] = stageEntry(stage);
    const inner = isDocument(spec) && ['$lookup', '$unionWith'].includes(name) ? spec.pipeline : undefined;
    return Array.isArray(inner) ? [name, ...stageNames(inner)] : [name];
  });

/** @throws MongoError for an invalid `$facet`, or one with stages that are not allowed in it */
function checkFacet(spec: unknown): asserts spec is Record<string, Doc[]> {
  if (!isDocument(spec) || Object.keys(spec).length === 0)
    throw fail(40169, 'the $facet specification must be a non-empty object');
  const forbidden = ['$facet', '$out', '$merge', '$geoNear', '$indexStats', '$collStats', '$documents'];
  for (const [name, part] of Object.entries(spec)) {
    if (name.startsWith('$') || name.includes('.'))
      throw fail(name.includes('.') ? 40173 : 16410, `'${name}' is no name of a $facet field`);
    if (!Array.isArray(part)) throw fail(40170, 'arguments to $facet must be arrays');
    const wrong = stageNames(part).find((stage) => forbidden.includes(stage));
    if (wrong) throw fail(40600, `${wrong} is not allowed to be used within a $facet stage`);
  }
}

function* facetOf(spec: Record<string, Doc[]>, run: (part: Doc[]) => Flow): Generator<Doc | null> {
  const out: Doc = {};
  for (const [name, part] of entriesOf(spec)) setField(out, name, yield* gather(run(part)));
  yield out;
}

function foreignTarget(from: unknown, context: PipelineContext): Namespace | undefined {
  if (from === undefined) return undefined;
  if (typeof from !== 'string') throw fail(9, "'from' must be the name of a collection");
  if (from === '') throw fail(73, `Invalid namespace specified '${context.db}.'`);
  return { db: context.db, name: from };
}

/** https://www.mongodb.com/docs/manual/reference/operator/aggregation/lookup/ */
function lookup(spec: unknown, context: PipelineContext): Stage {
  if (!isDocument(spec)) throw fail(9, 'the $lookup stage specification must be an object');
  const { from, localField, foreignField, as, pipeline = [], let: bindings = {} } = spec;
  checkNames('$lookup', spec, ['from', 'localField', 'foreignField', 'as', 'pipeline', 'let'], 9);
  if (typeof as !== 'string') throw fail(9, "must specify 'as' field for a $lookup");
  if ((typeof localField === 'string') !== (typeof foreignField === 'string'))
    throw fail(9, '$lookup requires both or neither of localField and foreignField to be specified');
  if (localField === undefined && spec.pipeline === undefined)
    throw fail(
      9,
      "$lookup requires either 'pipeline' or both 'localField' and 'foreignField' to be specified",
    );
  for (const path of [as, localField, foreignField]) if (typeof path === 'string') fieldPath(path);
  if (!isDocument(bindings)) throw fail(9, "$lookup argument 'let' must be an object");
  if (spec.let !== undefined && spec.pipeline === undefined)
    throw fail(9, "$lookup with a 'let' argument must also specify 'pipeline'");
  const stages = innerPipeline(pipeline, '$lookup', 51047);
  if (from === undefined && !stages[0]?.$documents) throw fail(9, "must specify 'from' field for a $lookup");
  const target = foreignTarget(from, context);
  const variables = Object.entries(bindings).map(
    ([name, value]) => [variableName(name), expression(value, context.variables)] as const,
  );
  // An invalid inner pipeline is refused even if nothing is joined; its variables have no values yet.
  through(
    [],
    stages[0]?.$documents ? stages.slice(1) : stages,
    {
      ...context,
      variables: { ...context.variables, ...Object.fromEntries(variables.map(([name]) => [name, null])) },
    },
    target,
  );
  const path = typeof localField === 'string' ? localField.split('.') : undefined;
  const known = new Map<string, Doc[]>();
  const join = function* (doc: Doc): Generator<null, Doc[]> {
    const inner = {
      ...context,
      hint: undefined,
      variables: {
        ...context.variables,
        ...Object.fromEntries(variables.map(([name, run]) => [name, run(doc)])),
      },
    };
    if (!path) return yield* gather(aggregate(target, withIndexableMatch(stages, inner.variables), inner));
    const local = elementsAt(doc, path).filter((value) => value !== undefined);
    const values = local.length > 0 ? local : [null];
    const filter = equalsAny(foreignField as string, values);
    if (variables.length > 0) return yield* gather(aggregate(target, [{ $match: filter }, ...stages], inner));
    const key = identity(values);
    let rows = known.get(key);
    if (!rows) {
      rows = yield* gather(aggregate(target, [{ $match: filter }, ...stages], inner));
      if (known.size < 1000) known.set(key, rows);
    }
    return rows;
  };
  return function* (input) {
    let at = 0;
    for (const doc of input) {
      if (doc === null || ++at % 16 === 0) yield null;
      if (doc !== null) yield withValue(doc, as.split('.'), yield* join(doc));
    }
  };
}

/** Returns a filter for a field equal to one of some values, which may be regular expressions as values. */
function equalsAny(field: string, values: unknown[]): Doc {
  if (values.length === 1) return { [field]: { $eq: values[0] } };
  if (values.some((value) => value instanceof BSONRegExp))
    return { $or: values.map((value) => ({ [field]: { $eq: value } })) };
  return { [field]: { $in: values } };
}

/**
 * Adds a filter that an index can serve to a leading `$match` on `$expr: {$eq: ['$field', '$$variable']}`; the
 * expression itself is still evaluated.
 */
function withIndexableMatch(stages: Doc[], variables: Doc): Doc[] {
  const first = stages[0]?.$match;
  if (!isDocument(first) || first.$expr === undefined) return stages;
  const found: Doc[] = [];
  const visit = (part: unknown): void => {
    if (!isDocument(part)) return;
    if (Array.isArray(part.$and)) part.$and.forEach(visit);
    if (!Array.isArray(part.$eq) || part.$eq.length !== 2) return;
    const [left, right] = part.$eq as unknown[];
    for (const [field, other] of [
      [left, right],
      [right, left],
    ]) {
      const isField = typeof field === 'string' && /^\$[^$]/.test(field);
      const isVariable = typeof other === 'string' && other.startsWith('$$');
      if (!isField || !isVariable) continue;
      const [name, ...rest] = other.slice(2).split('.') as [string, ...string[]];
      const value = Object.hasOwn(variables, name) ? fieldAt(variables[name], rest) : undefined;
      // In filters null matches missing fields too, and an array its elements.
      if (!isMissing(value) && !Array.isArray(value)) found.push({ [field.slice(1)]: { $eq: value } });
    }
  };
  visit(first.$expr);
  return found.length === 0 ? stages : [{ $match: { $and: [first, ...found] } }, ...stages.slice(1)];
}

function unionWith(spec: unknown, context: PipelineContext): Stage {
  if (!isDocument(spec) && typeof spec !== 'string')
    throw fail(9, 'the $unionWith stage specification must be an object or string');
  const options: Doc = isDocument(spec) ? spec : { coll: spec };
  checkNames('$unionWith', options, ['coll', 'pipeline']);
  const { coll, pipeline = [] } = options;
  const stages = innerPipeline(pipeline, '$unionWith', 31441);
  if (coll !== undefined && typeof coll !== 'string')
    throw fail(14, "BSON field '$unionWith.coll' is the wrong type, expected type 'string'");
  if (coll === undefined && !stages[0]?.$documents)
    throw fail(
      9,
      '$unionWith stage without explicit collection must have a pipeline with $documents as first stage',
    );
  const target = foreignTarget(coll, context);
  // An invalid pipeline is refused even if it has no documents.
  through([], stages[0]?.$documents ? stages.slice(1) : stages, context, target);
  return function* (input) {
    yield* input;
    yield* aggregate(target, stages, { ...context, hint: undefined });
  };
}
