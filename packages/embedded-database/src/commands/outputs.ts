import { ObjectId } from 'bson';
import { isDocument, type Doc } from '../values/bson.js';
import { MongoError } from '../values/errors.js';
import { type Namespace, checkNamespace } from '../storage/namespaces.js';
import { documentId } from '../storage/documents.js';
import type { Store } from '../storage/store.js';
import { idFirst } from '../language/update.js';
import { stageEntry } from '../language/stages.js';
import { checkNames, missingField } from '../values/arguments.js';

/** Writes the documents of a pipeline that ends with `$out`. */
export type Output = (docs: Doc[]) => Promise<void>;

const SLICE = 500;

/** Compiles the output stage at the end of a pipeline, if there is one. */
export function outputOf(pipeline: Doc[], store: Store, db: string): Output | undefined {
  const last = pipeline.at(-1);
  if (!last) return undefined;
  const [name, spec] = stageEntry(last);
  return name === '$out' ? out(spec, store, db) : undefined;
}

function targetOf(into: unknown, db: string): Namespace {
  const target =
    typeof into === 'string'
      ? { db, name: into }
      : isDocument(into)
        ? { db: into.db as string, name: into.coll as string }
        : undefined;
  if (!target || typeof target.name !== 'string' || typeof target.db !== 'string')
    throw new MongoError(16990, '$out only supports a string or object argument');
  checkNamespace(target.db, target.name);
  return target;
}

/** Replaces a collection atomically: it is filled under another name and renamed. */
function out(spec: unknown, store: Store, db: string): Output {
  if (isDocument(spec)) {
    if (spec.timeseries !== undefined)
      throw new MongoError(115, 'time-series collections are not supported by the embedded database');
    checkNames('$out', spec, ['db', 'coll']);
    const missing = ['coll', 'db'].find((name) => spec[name] === undefined);
    if (missing) throw missingField(`$out.${missing}`);
  }
  const target = targetOf(spec, db);
  return async (docs) => {
    const temporary = `tmp.agg_out.${new ObjectId().toHexString()}`;
    await store.write(() => {
      const made = store.catalog.ensure(target.db, temporary);
      made.isTemporary = true;
      for (const index of store.catalog.find(target.db, target.name)?.indexes ?? [])
        if (index.spec.id !== 0) store.catalog.copyIndex(made, index);
    });
    try {
      for (let at = 0; at < docs.length; at += SLICE) {
        await store.write(() => {
          const made = store.catalog.find(target.db, temporary)!;
          for (const doc of docs.slice(at, at + SLICE)) {
            const whole = idFirst(doc._id ?? new ObjectId(), doc);
            store.put(made, { id: documentId(whole._id), after: whole });
          }
        });
      }
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
