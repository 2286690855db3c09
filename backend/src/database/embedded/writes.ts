import { ObjectId } from 'bson';
import { decode, encode, isDocument, type Doc } from './bson.js';
import { asMongoError, MongoError } from './errors.js';
import { compileFilter, type MatchTrace, type Predicate } from './query.js';
import { compileProject, type Reshape } from './reshape.js';
import { checkSort, collect, Pace, search, type Hit, type Target } from './search.js';
import type { Session, WriteRecord } from './sessions.js';
import { checkNamespace, documentId, duplicateKey, type Change, type Store } from './store.js';
import { Locked, type Transaction } from './transactions.js';
import { compileUpdate, idFirst, isReplacement, upsertSeed, type Update } from './update.js';
import { toNumberValue, typeName } from './values.js';

export interface WriteContext {
  store: Store;
  target: Target;
  transaction: Transaction | undefined;
  /** Set for a retryable write: its session, and the number of the write. */
  retry: { session: Session; number: bigint } | undefined;
  variables: Doc;
  deadline: number;
}

/** One slice of a long write holds up others for about this long. */
const SLICE_MS = 15;
/** A search within a write looks at about this many entries; a longer one goes first, outside. */
const MAX_PAUSES = 30;
/** The search would take too long to be made inside a write. */
class TooLong extends Error {}

/** What one statement of a batch did. */
interface Done {
  n: number;
  nModified?: number;
  upserted?: unknown;
}

interface Statement {
  /** Does it at once, inside Store.write; may throw TooLong before it has changed anything. */
  now(): Done;
  /** Does it in its own time. */
  later(): Promise<Done>;
}

/** What a statement changes: which documents, and what becomes of them. */
interface Modification {
  filter: Doc;
  predicate: Predicate;
  sort?: Doc | undefined;
  hint?: unknown;
  /** The document's next state; undefined to delete it. */
  change(doc: Doc, trace: MatchTrace): Doc | undefined;
  /** For an upsert, the document to insert where none matches. */
  insert?: (() => Doc) | undefined;
}

interface Modified {
  before?: Doc | undefined;
  after?: Doc | undefined;
  matched: boolean;
  changed: boolean;
  upserted?: unknown;
}

const list = (value: unknown): Doc[] => (Array.isArray(value) ? (value as Doc[]) : []);

/** https://www.mongodb.com/docs/manual/reference/command/insert/ */
export async function insert(command: Doc, context: WriteContext): Promise<Doc> {
  const documents = list(command.documents);
  return runBatch(command, documents, context, (doc) => {
    const now = (): Done => {
      put(context, { id: checkedId(doc), after: withId(doc) });
      return { n: 1 };
    };
    return { now, later: () => Promise.resolve(now()) };
  });
}

function withId(doc: Doc): Doc {
  if (doc._id === undefined) doc._id = new ObjectId();
  return Object.keys(doc)[0] === '_id' ? doc : idFirst(doc._id, doc);
}

/** @throws MongoError 53 for a type that no `_id` has, 52 for a field of it that begins with a dollar */
function checkedId(doc: Doc): Buffer {
  const { _id: id } = withId(doc);
  const type = typeName(id);
  if (type === 'array' || type === 'regex' || type === 'undefined')
    throw new MongoError(53, `The '_id' value cannot be of type ${type}`);
  const dollar = isDocument(id) && Object.keys(id).find((name) => name.startsWith('$'));
  if (dollar)
    throw new MongoError(
      52,
      `_id fields may not contain '$'-prefixed fields: ${dollar} is not valid for storage.`,
    );
  return documentId(id);
}

/** https://www.mongodb.com/docs/manual/reference/command/delete/ */
export async function remove(command: Doc, context: WriteContext): Promise<Doc> {
  return runBatch(command, list(command.deletes), context, (spec) => {
    if (!isDocument(spec.q))
      throw new MongoError(40414, "BSON field 'delete.deletes.q' is missing but a required field");
    const filter = spec.q;
    const modification: Modification = {
      filter,
      predicate: compileFilter(filter, context.variables),
      hint: spec.hint,
      change: () => undefined,
    };
    return statement(modification, toNumberValue(spec.limit) !== 1, context, ({ matched }) => ({
      n: matched ? 1 : 0,
    }));
  });
}

/** https://www.mongodb.com/docs/manual/reference/command/update/ */
export async function update(command: Doc, context: WriteContext): Promise<Doc> {
  return runBatch(command, list(command.updates), context, (spec) => {
    const multi = Boolean(spec.multi);
    if (multi && isReplacement(spec.u))
      throw new MongoError(9, 'multi update is not supported for replacement-style update');
    if (multi && spec.sort !== undefined) throw new MongoError(9, 'Cannot specify sort with multi=true');
    const modification = updating({ ...spec, query: spec.q, update: spec.u }, context);
    return statement(modification, multi, context, ({ matched, changed, upserted }) => ({
      n: matched || upserted !== undefined ? 1 : 0,
      nModified: changed && upserted === undefined ? 1 : 0,
      upserted,
    }));
  });
}

function updating(spec: Doc, context: WriteContext): Modification {
  const filter = isDocument(spec.query) ? spec.query : {};
  const variables = { ...context.variables, ...(isDocument(spec.c) ? spec.c : {}) };
  const compiled = compileUpdate(spec.update, list(spec.arrayFilters), variables);
  if (isDocument(spec.sort)) checkSort(spec.sort);
  return {
    filter,
    predicate: compileFilter(filter, variables),
    sort: spec.sort as Doc | undefined,
    hint: spec.hint,
    change: (doc, trace) => compiled(doc, { trace }),
    insert: spec.upsert ? () => upsertedDocument(filter, spec.update, compiled) : undefined,
  };
}

function upsertedDocument(filter: Doc, spec: unknown, compiled: Update): Doc {
  const doc = compiled(upsertSeed(filter, spec), { inserting: true });
  return withId(doc._id === undefined ? { _id: new ObjectId(), ...doc } : doc);
}

/** https://www.mongodb.com/docs/manual/reference/command/findAndModify/ */
export async function findAndModify(command: Doc, context: WriteContext): Promise<Doc> {
  const { remove: removing, update: spec, upsert, fields, new: wantsNew } = command;
  if (removing && spec !== undefined)
    throw new MongoError(9, "Cannot specify both an 'update' and 'remove'=true");
  if (removing && upsert) throw new MongoError(9, "Cannot specify both 'upsert'=true and 'remove'=true");
  if (removing && wantsNew)
    throw new MongoError(
      9,
      "Cannot specify both 'new'=true and 'remove'=true; 'remove' always returns the deleted document",
    );
  if (!removing && spec === undefined)
    throw new MongoError(9, "Either an 'update' or 'remove'=true must be specified");
  const filter = isDocument(command.query) ? command.query : {};
  const sort = isDocument(command.sort) ? command.sort : undefined;
  if (sort) checkSort(sort);
  const modification: Modification = removing
    ? {
        filter,
        predicate: compileFilter(filter, context.variables),
        sort,
        hint: command.hint,
        change: () => undefined,
      }
    : updating({ ...command, query: filter, sort }, context);
  const shape: Reshape | undefined =
    isDocument(fields) && Object.keys(fields).length > 0
      ? compileProject(fields, { variables: context.variables, find: { predicate: modification.predicate } })
      : undefined;
  const reply = ({ before, after, matched, upserted }: Modified): Doc => {
    const value = wantsNew ? after : before;
    return {
      lastErrorObject: {
        n: matched || upserted !== undefined ? 1 : 0,
        ...(!removing && { updatedExisting: matched }),
        ...(upserted !== undefined && { upserted }),
      },
      value: value ? (shape ? shape(value) : value) : null,
      ok: 1,
    };
  };
  const begun = context.retry?.session.begunWrite(context.retry.number);
  if (begun) return begun.reply;
  if (context.transaction) checkNamespace(context.target.db, context.target.name);
  const save = (done: Modified): Doc => {
    const answer = reply(done);
    context.retry?.session.saveWrite({ next: 1, reply: answer });
    return answer;
  };
  return modifyOne(modification, context, save);
}

// --- one statement ---

function statement(
  modification: Modification,
  multi: boolean,
  context: WriteContext,
  report: (done: Modified) => Done,
): Statement {
  if (multi) {
    return {
      now: () => {
        throw new TooLong();
      },
      later: () => modifyAll(modification, context, report),
    };
  }
  return {
    now: () => report(modifyNow(modification, context)),
    later: () => modifyOne(modification, context, report),
  };
}

function put({ store, target: { db, name }, transaction }: WriteContext, change: Change): void {
  if (!transaction) {
    store.put(store.ensure(db, name), change);
    return;
  }
  checkNamespace(db, name);
  transaction.put(db, name, change, (index) => {
    const collection = store.find(db, name);
    if (collection) return duplicateKey(collection, collection.indexes[index]!, change.after!);
    return new MongoError(11000, `E11000 duplicate key error collection: ${db}.${name} index: _id_`, {
      keyPattern: { _id: 1 },
      keyValue: { _id: change.after!._id },
    });
  });
}

/** Finds and changes one document, inside Store.write or a transaction. */
function modifyNow(modification: Modification, context: WriteContext): Modified {
  let pauses = 0;
  for (const hit of searchFor(modification, context, 1)) {
    if (hit) return changeHit(modification, context, hit);
    if (++pauses > MAX_PAUSES) throw new TooLong();
  }
  return insertNew(modification, context);
}

const searchFor = (
  { filter, sort, hint }: Modification,
  { store, target, transaction, variables }: WriteContext,
  limit: number,
) => search(store, target, filter, { sort, hint, limit, transaction, variables });

function changeHit(modification: Modification, context: WriteContext, { id, raw, doc }: Hit): Modified {
  const before = doc ?? decode(raw);
  const trace: MatchTrace = {};
  modification.predicate(before, trace);
  const after = modification.change(before, trace);
  if (after === undefined) {
    put(context, { id, before });
    return { before, matched: true, changed: true };
  }
  const bytes = encode(after);
  // Bytes that are the same are no write: it counts as matched, not as modified.
  if (bytes.equals(raw)) return { before, after, matched: true, changed: false };
  put(context, { id, before, after, raw: bytes });
  return { before, after, matched: true, changed: true };
}

function insertNew({ insert: make }: Modification, context: WriteContext): Modified {
  if (!make) return { matched: false, changed: false };
  const after = make();
  put(context, { id: checkedId(after), after });
  return { after, matched: false, changed: true, upserted: after._id };
}

/** Finds and changes one document; a search that takes long is made outside of Store.write, and checked there. */
async function modifyOne<T>(
  modification: Modification,
  context: WriteContext,
  done: (modified: Modified) => T,
): Promise<T> {
  const { store, target, transaction, deadline } = context;
  if (transaction) {
    const [hit] = await collect(searchFor(modification, context, 1), new Pace(deadline));
    return done(hit ? changeHit(modification, context, hit) : insertNew(modification, context));
  }
  try {
    return await retryUpsert(modification, context, () =>
      store.write(() => done(modifyNow(modification, context)), deadline),
    );
  } catch (error) {
    if (!(error instanceof TooLong)) throw error;
  }
  for (;;) {
    const [hit] = await collect(searchFor(modification, context, 1), new Pace(deadline));
    const answer = await store.write((): { value: T } | undefined => {
      if (!hit) return { value: done(insertNew(modification, context)) };
      const collection = store.find(target.db, target.name);
      const raw = collection && store.get(collection, hit.id);
      if (!raw || (!raw.equals(hit.raw) && !modification.predicate(decode(raw)))) return undefined;
      return { value: done(changeHit(modification, context, { id: hit.id, raw })) };
    }, deadline);
    if (answer) return answer.value;
  }
}

/**
 * An upsert that meets a duplicate key on the very fields of its filter has lost a race: it updates instead.
 * https://www.mongodb.com/docs/manual/reference/method/db.collection.update/#upsert-with-duplicate-values
 */
async function retryUpsert<T>(
  { insert: make, filter }: Modification,
  _context: WriteContext,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const pattern =
      error instanceof MongoError && error.code === 11000 ? (error.extra.keyPattern as Doc) : undefined;
    if (!make || !pattern || !Object.keys(pattern).every((name) => name in filter)) throw error;
    return run();
  }
}

/** Changes all that match, in slices; what no longer matches when its turn comes is left alone. */
async function modifyAll(
  modification: Modification,
  context: WriteContext,
  report: (done: Modified) => Done,
): Promise<Done> {
  const { store, target, transaction, deadline } = context;
  const pace = new Pace(deadline);
  const total: Done = { n: 0, nModified: 0 };
  const add = (done: Done) => {
    total.n += done.n;
    total.nModified! += done.nModified ?? 0;
  };
  const hits = (await collect(searchFor(modification, context, 0), pace)).map((hit) =>
    transaction ? hit : { id: hit.id },
  );
  if (hits.length === 0 && modification.insert) return modifyOne(modification, context, report);
  if (transaction) {
    for (const hit of hits as Hit[]) {
      add(report(changeHit(modification, context, hit)));
      await pace.pause();
    }
    return total;
  }
  for (let at = 0; at < hits.length;) {
    const slice = await store.write(() => {
      const done: Done[] = [];
      const started = performance.now();
      let next = at;
      for (; next < hits.length && (next === at || performance.now() - started < SLICE_MS); next++) {
        const { id } = hits[next]!;
        const collection = store.find(target.db, target.name);
        const raw = collection && store.get(collection, id);
        const doc = raw && decode(raw);
        if (!doc || !modification.predicate(doc)) continue;
        try {
          done.push(report(changeHit(modification, context, { id, raw, doc })));
        } catch (error) {
          // What came before in this slice stays; the error, or the lock, is met again at the start of the next one.
          if (next === at) throw error;
          break;
        }
      }
      return { done, next };
    }, deadline);
    slice.done.forEach(add);
    at = slice.next;
  }
  return total;
}

// --- batches ---

interface BatchState {
  n: number;
  nModified: number;
  upserted: Doc[];
  writeErrors: Doc[];
}

/** Runs the statements of an insert, update or delete command, in slices, each statement whole. */
async function runBatch(
  command: Doc,
  specs: Doc[],
  context: WriteContext,
  compile: (spec: Doc) => Statement,
): Promise<Doc> {
  if (specs.length === 0 || specs.length > 100_000) {
    throw new MongoError(
      16,
      `Write batch sizes must be between 1 and 100000. Got ${specs.length} operations.`,
    );
  }
  const ordered = command.ordered !== false;
  const hasModified = command.updates !== undefined;
  const { store, transaction, retry, deadline } = context;
  const begun = retry?.session.begunWrite(retry.number);
  let state = begun ? stateOf(begun) : { n: 0, nModified: 0, upserted: [], writeErrors: [] };
  let at = begun?.next ?? 0;
  const compileAt = (position: number): Statement => compile(specs[position]!);

  while (at < specs.length) {
    if (transaction) {
      // An error in a transaction ends it: nothing is to be gathered up.
      try {
        state = withDone(state, at, await compileAt(at).later());
      } catch (error) {
        const mongoError = asMongoError(error);
        if (mongoError.labels.length > 0) throw mongoError;
        state = withError(state, at, mongoError);
        at = specs.length;
        break;
      }
      at++;
      continue;
    }
    try {
      ({ state, at } = await store.write(() => runSlice(at, state), deadline));
    } catch (error) {
      if (!(error instanceof TooLong)) throw error;
      try {
        state = withDone(state, at, await compileAt(at).later());
      } catch (failure) {
        state = withError(state, at, asMongoError(failure));
        if (ordered) break;
      }
      at++;
    }
    if (ordered && state.writeErrors.length > 0) break;
  }
  return replyOf(state, hasModified);

  function runSlice(from: number, before: BatchState): { state: BatchState; at: number } {
    const started = performance.now();
    let current = before;
    let next = from;
    while (next < specs.length && (next === from || performance.now() - started < SLICE_MS)) {
      try {
        current = withDone(current, next, compileAt(next).now());
      } catch (error) {
        if (error instanceof Locked || error instanceof TooLong) {
          if (next === from) throw error;
          break;
        }
        if (!(error instanceof MongoError)) throw error;
        current = withError(current, next, error);
        if (ordered) {
          next = specs.length;
          break;
        }
      }
      next++;
    }
    retry?.session.saveWrite({ next, reply: replyOf(current, hasModified) });
    return { state: current, at: next };
  }
}

const withDone = (state: BatchState, index: number, { n, nModified = 0, upserted }: Done): BatchState => ({
  ...state,
  n: state.n + n,
  nModified: state.nModified + nModified,
  upserted: upserted === undefined ? state.upserted : [...state.upserted, { index, _id: upserted }],
});

const withError = (state: BatchState, index: number, error: MongoError): BatchState => ({
  ...state,
  writeErrors: [...state.writeErrors, { index, code: error.code, errmsg: error.message, ...error.extra }],
});

function replyOf({ n, nModified, upserted, writeErrors }: BatchState, hasModified: boolean): Doc {
  return {
    n,
    ...(hasModified && { nModified }),
    ...(upserted.length > 0 && { upserted }),
    ...(writeErrors.length > 0 && { writeErrors }),
    ok: 1,
  };
}

function stateOf({ reply }: WriteRecord): BatchState {
  return {
    n: toNumberValue(reply.n),
    nModified: toNumberValue(reply.nModified ?? 0),
    upserted: list(reply.upserted),
    writeErrors: list(reply.writeErrors),
  };
}
