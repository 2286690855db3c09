import { isDocument, setField, type Doc } from '../values/bson.js';
import type { Sliced } from '../values/slices.js';
import { isPauseDue } from '../values/time-limit.js';

/** The documents of a pipeline; null is a place to yield. */
export type Flow = Iterable<Doc | null>;
export type Stage = (input: Flow) => Flow;

/** Returns a stage that turns each document into any number of documents. */
export const each = (run: (doc: Doc) => Iterable<Doc>): Stage =>
  function* (input) {
    for (const doc of input) {
      if (doc === null) yield null;
      else
        for (const one of run(doc)) {
          yield one;
          if (isPauseDue()) yield null;
        }
      if (isPauseDue()) yield null;
    }
  };

/** Returns a stage that computes at most one document from each. */
export const compute = (run: (doc: Doc) => Doc | undefined): Stage =>
  function* (input) {
    for (const doc of input) {
      const computed = doc && run(doc);
      if (computed !== undefined) yield computed;
      if (isPauseDue()) yield null;
    }
  };

/** Collects all documents, and passes on the pauses. */
export function* gather(flow: Flow): Sliced<Doc[]> {
  const docs: Doc[] = [];
  for (const doc of flow) {
    if (doc === null) yield null;
    else docs.push(doc);
  }
  return docs;
}

/** Returns a stage that needs all documents first; it may yield null, too. */
export const all = (run: (docs: Doc[]) => Flow): Stage =>
  function* (input) {
    yield* run(yield* gather(input));
  };

/** Returns the document with another value at a path; undefined removes the field. */
export function withValue(doc: Doc, path: string[], value: unknown): Doc {
  const [name, ...rest] = path as [string, ...string[]];
  const out: Doc = { ...doc };
  const inner = out[name];
  const next = rest.length === 0 ? value : withValue(isDocument(inner) ? inner : {}, rest, value);
  if (next === undefined) delete out[name];
  else setField(out, name, next);
  return out;
}
