import type { WriteContext } from './write-context.js';
import { ObjectId } from 'bson';
import { ScanBudgetExceeded, writeInSlices, type StatementResult, type Statement } from './batches.js';
import { decode, encode, isDocument, MAX_DOCUMENT_BYTES, type Doc } from '../values/bson.js';
import { fail, MongoError } from '../values/errors.js';
import { compileFilter, usesExpr, type MatchTrace, type Predicate } from '../language/filter.js';
import type { Hit } from '../planner/results.js';
import { collect, search } from '../planner/search.js';
import { checkNamespace } from '../storage/namespaces.js';
import { YieldPolicy } from '../values/yield-policy.js';
import { fieldReader } from '../values/raw.js';
import { underDeadline } from '../values/time-limit.js';
import { documentId, type Change } from '../storage/documents.js';
import {
  compileUpdate,
  idFirst,
  isReplacement,
  stamped,
  upsertSeed,
  type Update,
} from '../language/update.js';
import { typeName } from '../values/values.js';

/** Maximum number of pauses of a search inside a write; a longer search runs before the write, outside of it. */
const MAX_PAUSES = 30;

/** A statement's documents, and their change. */
export interface Modification {
  filter: Doc;
  predicate: Predicate;
  sort?: Doc | undefined;
  hint?: unknown;
  /** Returns the document's next state; undefined to delete it. */
  change(doc: Doc, trace: MatchTrace): Doc | undefined;
  /** For an upsert, returns the document to insert if none matches. */
  insert?: (() => Doc) | undefined;
}

export interface Modified {
  before?: Doc | undefined;
  after?: Doc | undefined;
  matched: boolean;
  changed: boolean;
  upserted?: unknown;
}

const idOf = fieldReader(['_id']);

/**
 * The insertion of a document, which gets an `_id` where it has none.
 * @throws MongoError 52, 53 for an `_id` that cannot be stored
 */
export const insertion = (doc: Doc): Change => ({ id: checkedId(doc), after: stamped(withId(doc)) });

/** Inserts one document; bytes are stored unchanged. */
export function insertStatement(doc: Doc | Buffer, context: WriteContext): Statement {
  const runInSlice = (): StatementResult => {
    put(context, Buffer.isBuffer(doc) ? { id: checkedId(idOf(doc)), raw: doc } : insertion(doc));
    return { n: 1 };
  };
  return { runInSlice, runYielding: () => Promise.resolve(runInSlice()) };
}

/** Deletes one or all matching documents. */
export function deleteStatement(spec: Doc, filter: Doc, multi: boolean, context: WriteContext): Statement {
  return statement(removing(filter, spec, context), multi, context, ({ matched }) => ({
    n: matched ? 1 : 0,
  }));
}

/** Updates one or all matching documents. */
export function updateStatement(spec: Doc, multi: boolean, context: WriteContext): Statement {
  if (multi && isReplacement(spec.update))
    throw fail(9, 'multi update is not supported for replacement-style update');
  if (multi && spec.sort !== undefined) throw fail(9, 'Cannot specify sort with multi=true');
  return statement(updating(spec, context), multi, context, ({ matched, changed, upserted }) => ({
    n: matched || upserted !== undefined ? 1 : 0,
    nModified: changed && upserted === undefined ? 1 : 0,
    upserted,
  }));
}

function withId(doc: Doc): Doc {
  if (doc._id === undefined) doc._id = new ObjectId();
  return Object.keys(doc)[0] === '_id' ? doc : idFirst(doc._id, doc);
}

/** @throws MongoError 53 for an invalid type of `_id`, 52 for a field of it that begins with a dollar */
function checkedId(doc: Doc): Buffer {
  const { _id: id } = withId(doc);
  const type = typeName(id);
  if (type === 'array' || type === 'regex' || type === 'undefined')
    throw fail(53, `The '_id' value cannot be of type ${type}`);
  const dollar = isDocument(id) && Object.keys(id).find((name) => name.startsWith('$'));
  if (dollar)
    throw fail(52, `_id fields may not contain '$'-prefixed fields: ${dollar} is not valid for storage.`);
  return documentId(id);
}

export const removing = (filter: Doc, { hint, sort }: Doc, { variables }: WriteContext): Modification => ({
  filter,
  predicate: compileFilter(filter, variables),
  sort: sort as Doc | undefined,
  hint,
  change: () => undefined,
});

/** @param spec query, update and their options, as named in findAndModify */
export function updating(spec: Doc, context: WriteContext): Modification {
  const { query: filter = {}, c, sort } = spec as { query?: Doc; c?: Doc; sort?: Doc };
  const variables = { ...context.variables, ...c };
  if (c && !Array.isArray(spec.update))
    throw fail(51198, 'Constant values may only be specified for pipeline updates');
  const compiled = compileUpdate(spec.update, spec.arrayFilters, variables);
  if (spec.upsert && usesExpr(filter))
    throw fail(224, '$expr is not allowed in the query predicate for an upsert');
  return {
    filter,
    predicate: compileFilter(filter, variables),
    sort,
    hint: spec.hint,
    change: (doc, trace) => compiled(doc, { trace }),
    insert: spec.upsert ? () => upsertedDocument(filter, spec.update, compiled) : undefined,
  };
}

function upsertedDocument(filter: Doc, spec: unknown, compiled: Update): Doc {
  const doc = compiled(upsertSeed(filter, spec), { inserting: true });
  return withId(doc._id === undefined ? { _id: new ObjectId(), ...doc } : doc);
}

/** Returns the statement that modifies one or all matching documents. */
function statement(
  modification: Modification,
  multi: boolean,
  context: WriteContext,
  report: (done: Modified) => StatementResult,
): Statement {
  if (multi) {
    return {
      runInSlice: () => {
        throw new ScanBudgetExceeded();
      },
      runYielding: () => modifyAll(modification, context, report),
    };
  }
  return {
    runInSlice: () => report(modifyNow(modification, context)),
    runYielding: (note) =>
      modifyOne(modification, context, (modified) => {
        const done = report(modified);
        note(done);
        return done;
      }),
  };
}

function put({ store, target, transaction }: WriteContext, change: Change): void {
  if (!transaction) return store.put(store.catalog.ensure(target.db, target.name), change);
  checkNamespace(target.db, target.name);
  transaction.put(target, change);
}

/** Finds and changes one document, inside Store.write or a transaction. */
function modifyNow(modification: Modification, context: WriteContext): Modified {
  let pauses = 0;
  for (const hit of searchFor(modification, context, 1)) {
    if (hit) return changeHit(modification, context, hit);
    if (++pauses > MAX_PAUSES) throw new ScanBudgetExceeded();
  }
  return insertNew(modification, context);
}

const searchFor = (
  { filter, sort, hint }: Modification,
  { store, target, transaction, variables }: WriteContext,
  limit: number,
) => search(store, target, filter, { sort, hint, limit, transaction, variables });

/** Encodes the result of an update; throws with this code and message where it is too large to be stored. */
function encodeResult(after: Doc, code: number, message: string): Buffer {
  let bytes: Buffer | undefined;
  try {
    bytes = encode(after);
  } catch (error) {
    if (!(error instanceof MongoError && error.code === 10334)) throw error;
  }
  if (bytes && bytes.length <= MAX_DOCUMENT_BYTES) return bytes;
  throw fail(code, `${message} ${MAX_DOCUMENT_BYTES}`);
}

function changeHit(modification: Modification, context: WriteContext, { id, raw, doc }: Hit): Modified {
  const before = doc ?? decode(raw);
  const trace: MatchTrace = {};
  modification.predicate(before, trace);
  const after = modification.change(before, trace);
  if (after === undefined) {
    put(context, { id, before });
    return { before, matched: true, changed: true };
  }
  const bytes = encodeResult(after, 17419, 'Resulting document after update is larger than');
  // An unchanged document is not written: it counts as matched, not as modified.
  if (bytes.equals(raw)) return { before, after, matched: true, changed: false };
  put(context, { id, before, after, raw: bytes });
  return { before, after, matched: true, changed: true };
}

function insertNew({ insert: make }: Modification, context: WriteContext): Modified {
  if (!make) return { matched: false, changed: false };
  const after = make();
  const raw = encodeResult(after, 17420, 'Document to upsert is larger than');
  put(context, { id: checkedId(after), after, raw });
  return { after, matched: false, changed: true, upserted: after._id };
}

/** Finds and changes one document. */
export async function modifyOne<T>(
  modification: Modification,
  context: WriteContext,
  done: (modified: Modified) => T,
): Promise<T> {
  const { transaction, deadline } = context;
  if (!transaction) return retryUpsert(modification, () => modifyAlone(modification, context, done));
  const [hit] = await collect(searchFor(modification, context, 1), new YieldPolicy(deadline));
  return underDeadline(deadline, () =>
    done(hit ? changeHit(modification, context, hit) : insertNew(modification, context)),
  );
}

/** The same outside of transactions; a long search runs outside of Store.write, which then checks the match again. */
async function modifyAlone<T>(
  modification: Modification,
  context: WriteContext,
  done: (modified: Modified) => T,
): Promise<T> {
  const { store, target, deadline } = context;
  try {
    return await store.write(() => done(modifyNow(modification, context)), deadline);
  } catch (error) {
    if (!(error instanceof ScanBudgetExceeded)) throw error;
  }
  for (;;) {
    const [hit] = await collect(searchFor(modification, context, 1), new YieldPolicy(deadline));
    const answer = await store.write((): { value: T } | undefined => {
      if (!hit) return { value: done(insertNew(modification, context)) };
      const collection = store.catalog.find(target.db, target.name);
      const raw = collection && store.get(collection, hit.id);
      if (!raw || (!raw.equals(hit.raw) && !modification.predicate(decode(raw)))) return undefined;
      return { value: done(changeHit(modification, context, { id: hit.id, raw })) };
    }, deadline);
    if (answer) return answer.value;
  }
}

/**
 * Repeats an upsert after a duplicate key on the fields of its filter: it has lost a race, and updates instead.
 * https://www.mongodb.com/docs/manual/reference/method/db.collection.update/#upsert-with-duplicate-values
 */
async function retryUpsert<T>({ insert: make, filter }: Modification, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const pattern =
      error instanceof MongoError && error.code === 11000 ? (error.extra.keyPattern as Doc) : undefined;
    if (!make || !pattern || !Object.keys(pattern).every((name) => name in filter)) throw error;
    return run();
  }
}

/** Keeps only the ids of a search, or whole documents in a transaction, which does not read them again. */
function* found(
  hits: Iterable<Hit | null>,
  isWhole: boolean,
): Generator<{ id: Buffer; raw?: Buffer; doc?: Doc } | null> {
  for (const hit of hits) yield hit && (isWhole ? hit : { id: hit.id });
}

/** Changes all matching documents in slices; skips documents that no longer match in their slice. */
async function modifyAll(
  modification: Modification,
  context: WriteContext,
  report: (done: Modified) => StatementResult,
): Promise<StatementResult> {
  const { store, target, transaction, deadline } = context;
  const yieldPolicy = new YieldPolicy(deadline);
  const total: StatementResult = { n: 0, nModified: 0 };
  const add = (done: StatementResult) => {
    total.n += done.n;
    total.nModified! += done.nModified ?? 0;
  };
  const hits = await collect(
    found(searchFor(modification, context, 0), transaction !== undefined),
    yieldPolicy,
  );
  if (hits.length === 0 && modification.insert) return modifyOne(modification, context, report);
  if (transaction) {
    for (const hit of hits as Hit[]) {
      add(report(underDeadline(deadline, () => changeHit(modification, context, hit))));
      await yieldPolicy.yieldIfDue();
    }
    return total;
  }
  const changeAgain = ({ id }: { id: Buffer }): StatementResult | undefined => {
    const collection = store.catalog.find(target.db, target.name);
    const raw = collection && store.get(collection, id);
    const doc = raw && decode(raw);
    if (!doc || !modification.predicate(doc)) return undefined;
    return report(changeHit(modification, context, { id, raw, doc }));
  };
  await writeInSlices(store, hits, changeAgain, deadline, (slice) => {
    for (const done of slice) if (done) add(done);
  });
  return total;
}
