import { isDocument, setField, type Doc } from '../values/bson.js';
import { isPauseDue } from '../values/time-limit.js';

/** Documents on their way through a pipeline; null is a place to pause. */
export type Flow = Iterable<Doc | null>;
export type Stage = (input: Flow) => Flow;

/** A stage that makes any number of documents of each. */
export const each = (run: (doc: Doc) => Iterable<Doc>): Stage =>
  function* (input) {
    for (const doc of input) {
      if (doc === null) yield null;
      else yield* run(doc);
      if (isPauseDue()) yield null;
    }
  };

/** A stage that needs all documents before it answers; what it yields may be null, too. */
export const all = (run: (docs: Doc[]) => Flow): Stage =>
  function* (input) {
    const docs: Doc[] = [];
    for (const doc of input) {
      if (doc === null) yield null;
      else docs.push(doc);
    }
    yield* run(docs);
  };

/** The document with another value at a path; undefined takes the field away. */
export function withValue(doc: Doc, path: string[], value: unknown): Doc {
  const [name, ...rest] = path as [string, ...string[]];
  const out: Doc = { ...doc };
  const inner = out[name];
  const next = rest.length === 0 ? value : withValue(isDocument(inner) ? inner : {}, rest, value);
  if (next === undefined) delete out[name];
  else setField(out, name, next);
  return out;
}
