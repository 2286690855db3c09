import { ObjectId } from 'bson';
import { decode, isDocument, type Doc } from '../values/bson.js';
import { fail } from '../values/errors.js';
import { keyPattern } from '../storage/indexes.js';
import { search } from '../planner/search.js';
import { writeInSlices } from './batches.js';
import { insertion } from './statements.js';
import { type Namespace, checkNamespace, namespaceOf } from '../storage/namespaces.js';
import { duplicateKey } from '../storage/documents.js';
import type { Store } from '../storage/store.js';
import { compileUpdate, idFirst } from '../language/update.js';
import { stageEntry } from '../language/stages.js';
import { checkNames, missingField } from '../values/arguments.js';
import { isMissing } from '../values/ranks.js';
import { equal, typeName } from '../values/values.js';
import { variableName } from '../language/expression-arguments.js';
import { expression } from '../language/expressions.js';

/** Writes the documents of a pipeline that ends with `$out` or `$merge`. */
export type Output = (docs: Doc[], deadline: number) => Promise<void>;

/** Compiles the output stage at the end of a pipeline, if there is one. */
export function outputOf(pipeline: Doc[], store: Store, db: string, variables: Doc): Output | undefined {
  const last = pipeline.at(-1);
  if (!last) return undefined;
  const [name, spec] = stageEntry(last);
  if (name === '$out') return out(spec, store, db);
  if (name === '$merge') return merge(spec, store, db, variables);
  return undefined;
}

function targetOf(into: unknown, db: string, stage: string): Namespace {
  const target =
    typeof into === 'string'
      ? { db, name: into }
      : isDocument(into)
        ? { db: (into.db ?? db) as string, name: into.coll as string }
        : undefined;
  if (!target || typeof target.name !== 'string' || typeof target.db !== 'string')
    throw fail(16990, `${stage} only supports a string or object argument`);
  checkNamespace(target.db, target.name);
  return target;
}

/** Replaces a collection atomically: it is filled under another name and renamed. */
function out(spec: unknown, store: Store, db: string): Output {
  if (isDocument(spec)) {
    if (spec.timeseries !== undefined)
      throw fail(115, 'time-series collections are not supported by the embedded database');
    checkNames('$out', spec, ['db', 'coll']);
    const missing = ['coll', 'db'].find((name) => spec[name] === undefined);
    if (missing) throw missingField(`$out.${missing}`);
  }
  const target = targetOf(spec, db, '$out');
  return async (docs, deadline) => {
    const temporary = `tmp.agg_out.${new ObjectId().toHexString()}`;
    await store.write(() => {
      const made = store.catalog.ensure(target.db, temporary);
      made.isTemporary = true;
      for (const index of store.catalog.find(target.db, target.name)?.indexes ?? [])
        if (index.spec.id !== 0) store.catalog.copyIndex(made, index);
    });
    try {
      const put = (doc: Doc): void => store.put(store.catalog.find(target.db, temporary)!, insertion(doc));
      await writeInSlices(store, docs, put, deadline);
      await store.write(() => store.catalog.rename(store.catalog.find(target.db, temporary)!, target));
    } catch (error) {
      await store.write(() => {
        const made = store.catalog.find(target.db, temporary);
        if (made) store.catalog.drop(made);
      });
      throw error;
    }
  };
}

/** https://www.mongodb.com/docs/manual/reference/operator/aggregation/merge/ */
function merge(spec: unknown, store: Store, db: string, variables: Doc): Output {
  if (typeof spec !== 'string' && !isDocument(spec))
    throw fail(51182, `$merge only supports a string or object argument, not ${typeName(spec)}`);
  const options: Doc = isDocument(spec) ? spec : { into: spec };
  checkNames('$merge', options, ['into', 'on', 'let', 'whenMatched', 'whenNotMatched']);
  if (options.into === undefined) throw missingField('$merge.into');
  const target = targetOf(options.into, db, '$merge');
  const { whenMatched = 'merge', whenNotMatched = 'insert' } = options;
  const on = mergeFields(options.on);
  if (typeof whenMatched !== 'string' && !Array.isArray(whenMatched))
    throw fail(51191, "$merge 'whenMatched' field must be either a string or an array");
  if (options.let !== undefined && !Array.isArray(whenMatched))
    throw fail(51199, "Cannot use 'let' variables with 'whenMatched' unless it is a pipeline");
  if (!Array.isArray(whenMatched))
    checkChoice('whenMatched', whenMatched, ['replace', 'keepExisting', 'merge', 'fail']);
  checkChoice('whenNotMatched', whenNotMatched, ['insert', 'discard', 'fail']);
  const bindings = Object.entries(isDocument(options.let) ? options.let : { new: '$$ROOT' }).map(
    ([name, value]) => [variableName(name), expression(value, variables)] as const,
  );
  const changed = (old: Doc, doc: Doc): Doc | undefined => {
    if (whenMatched === 'keepExisting') return undefined;
    if (whenMatched === 'replace') return idFirst(old._id, { ...doc, _id: old._id });
    if (whenMatched === 'merge') return idFirst(old._id, { ...old, ...doc, _id: old._id });
    const inner = Object.fromEntries(bindings.map(([name, run]) => [name, run(doc)]));
    return compileUpdate(whenMatched, [], { ...variables, ...inner })(old);
  };
  return async (docs, deadline) => {
    // An invalid `whenMatched` pipeline is refused even if no document matches.
    const names = bindings.map(([name]) => [name, null] as const);
    if (Array.isArray(whenMatched) && docs.length > 0)
      compileUpdate(whenMatched, [], { ...variables, ...Object.fromEntries(names) });
    const keys = on.toSorted().join();
    const collection = store.catalog.find(target.db, target.name);
    const isUnique =
      keys === '_id' ||
      collection?.indexes.some(
        ({ spec: index }) =>
          index.unique &&
          keyPattern(index.key)
            .map(([name]) => name)
            .toSorted()
            .join() === keys,
      );
    if (!isUnique) throw fail(51183, `Cannot find index to verify that join fields will be unique`);
    /** Merges one document; throws before it has changed anything. */
    const mergeOne = (doc: Doc): void => {
      if (on.includes('_id') && doc._id === undefined) doc._id = new ObjectId();
      const filter = Object.fromEntries(on.map((name) => [name, { $eq: mergeValue(doc, name) }]));
      const [found] = [...search(store, target, filter, { limit: 1 })].filter((hit) => hit !== null);
      if (!found) {
        if (whenNotMatched === 'discard') return;
        if (whenNotMatched === 'fail')
          throw fail(
            13113,
            '$merge could not find a matching document in the target collection for at least one document in the source collection',
          );
        return store.put(store.catalog.ensure(target.db, target.name), insertion(doc));
      }
      const into = store.catalog.find(target.db, target.name)!;
      const old = decode(found.raw);
      if (whenMatched === 'fail') throw duplicateKey(into, into.indexes[0]!, old);
      if (doc._id !== undefined && !equal(doc._id, old._id) && whenMatched !== 'keepExisting') {
        throw fail(
          66,
          `$merge failed to update the matching document in ${namespaceOf(into)}, did you attempt to modify the _id or the shard key?`,
        );
      }
      const next = changed(old, doc);
      if (next) store.put(into, { id: found.id, before: old, after: next });
    };
    await writeInSlices(store, docs, mergeOne, deadline);
  };
}

/** @throws MongoError 2 for a value of a field of `$merge` that is none of those */
function checkChoice(field: string, value: unknown, choices: readonly unknown[]): void {
  if (!choices.includes(value))
    throw fail(2, `Enumeration value '${String(value)}' for field '$merge.${field}' is not a valid value.`);
}

/** Returns the fields that identify the document to merge into. */
function mergeFields(on: unknown): string[] {
  if (on === undefined) return ['_id'];
  if (typeof on === 'string') return [on];
  if (!Array.isArray(on)) throw fail(51186, "$merge 'on' field must be either a string or an array");
  if (on.length === 0)
    throw fail(51187, "If explicitly specifying $merge 'on', must include at least one field");
  const names = on.map((name: unknown) => {
    if (typeof name !== 'string') throw fail(51134, "$merge 'on' array elements must be strings");
    return name;
  });
  if (new Set(names).size < names.length)
    throw fail(31465, `Found a duplicate field in the $merge.on list: ${names.join()}`);
  return names;
}

/** @throws MongoError if a document lacks a field that identifies the one to merge into */
function mergeValue(doc: Doc, name: string): unknown {
  const value = name
    .split('.')
    .reduce<unknown>((inner, part) => (isDocument(inner) ? inner[part] : undefined), doc);
  if (isMissing(value))
    throw fail(51132, `$merge write error: 'on' field '${name}' cannot be missing, null or undefined`);
  if (Array.isArray(value)) throw fail(51185, `$merge write error: 'on' field '${name}' cannot be an array`);
  return value;
}
