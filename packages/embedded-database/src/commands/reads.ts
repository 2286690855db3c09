import { decode, encode, isDocument, MAX_DOCUMENT_BYTES, type Doc } from '../values/bson.js';
import type { CursorOpener } from './cursor-options.js';
import { fail } from '../values/errors.js';
import { compileFilter, hasOperators } from '../language/filter.js';
import { cursorReply, rawProjection } from '../values/raw.js';
import { aggregateBytes, asPipeline } from './pipeline.js';
import { splitPipeline } from './pipeline-search.js';
import { describePlan } from '../planner/explain.js';
import { compileProject, type DocumentTransform } from '../language/transforms.js';
import type { Hit } from '../planner/results.js';
import { collect, planOf, search, type SearchOptions } from '../planner/search.js';
import { countByIndex } from '../planner/count.js';
import { encodeLists } from '../planner/long-lists.js';
import { type Namespace, namespaceOf } from '../storage/namespaces.js';
import { sortInSlices } from '../values/slices.js';
import { YieldPolicy } from '../values/yield-policy.js';
import { documentId } from '../storage/documents.js';
import type { Store } from '../storage/store.js';
import type { Transaction } from '../storage/transactions.js';
import { document, refuseOptions } from '../values/arguments.js';
import { isMissing, Rank, rankOf } from '../values/ranks.js';
import { elementsAt, identity } from '../values/values.js';

export interface ReadContext {
  store: Store;
  cursors: CursorOpener;
  target: Namespace;
  transaction: Transaction | undefined;
  session: string | undefined;
  variables: Doc;
  deadline: number;
  client: YieldPolicy['client'];
  /** Returns the documents of source stages without a collection. */
  specialSource: (name: string, spec: unknown) => Doc[] | undefined;
}

/** Fields of commands, as parsed by protocol/command-fields.ts. */
interface FindCommand {
  filter?: Doc;
  projection?: Doc;
  sort?: Doc;
  skip?: number;
  limit?: number;
  hint?: unknown;
  batchSize?: number;
  singleBatch?: boolean;
  noCursorTimeout?: boolean;
}

/** MongoDB's default size of the first batch, in documents. */
const FIRST_BATCH = 101;

/** https://www.mongodb.com/docs/manual/reference/command/find/ */
export async function find(command: Doc, context: ReadContext): Promise<Buffer> {
  refuseOptions('find', command, ['min', 'max', 'returnKey', 'showRecordId', 'tailable', 'awaitData']);
  const { store, cursors, target, session, transaction, variables, deadline, client } = context;
  const { projection, filter = {}, sort, skip, limit, hint } = command as FindCommand;
  const { batchSize, singleBatch, noCursorTimeout } = command as FindCommand;
  const options = { sort, skip, limit, hint, transaction, variables };
  const shape = projector(projection, filter, variables);
  const hit = batchSize === 0 ? undefined : findById(filter, options, context);
  if (hit && (!shape || 'bytes' in shape))
    return cursorReply(
      'firstBatch',
      hit.map(({ raw }) => shape?.bytes(raw) ?? raw),
      0n,
      namespaceOf(target),
    );
  return cursors.open(shaped(hit ?? search(store, target, filter, options), shape), {
    namespace: namespaceOf(target),
    session,
    transaction,
    batchSize: batchSize ?? (singleBatch ? Infinity : FIRST_BATCH),
    single: singleBatch,
    noTimeout: noCursorTimeout,
    deadline,
    client,
  });
}

/** Finds the document of an `_id` without a plan; undefined for a query with other conditions or options. */
function findById(filter: Doc, { sort, skip, hint }: SearchOptions, context: ReadContext): Hit[] | undefined {
  const { _id: id, ...rest } = filter;
  const isPlain =
    rankOf(id) !== Rank.array && rankOf(id) !== Rank.regex && !isMissing(id) && !hasOperators(id);
  if (!isPlain || Object.keys(rest).length > 0 || sort || skip || hint !== undefined || context.transaction)
    return undefined;
  const { store, target } = context;
  const collection = store.catalog.find(target.db, target.name);
  const key = documentId(id);
  if (collection) collection.indexes[0]!.accesses.ops++;
  const raw = collection && store.get(collection, key);
  return raw ? [{ id: key, raw }] : [];
}

/** A projection of stored bytes, or of decoded documents. */
type Projector = { bytes: (raw: Buffer) => Buffer } | { doc: DocumentTransform };

function projector(projection: Doc | undefined, filter: Doc, variables: Doc): Projector | undefined {
  if (!projection || Object.keys(projection).length === 0) return undefined;
  const bytes = rawProjection(projection);
  if (bytes) return { bytes };
  return {
    doc: compileProject(projection, { variables, find: { predicate: compileFilter(filter, variables) } }),
  };
}

function* shaped(hits: Iterable<Hit | null>, shape: Projector | undefined): Generator<Buffer | null> {
  for (const hit of hits) {
    if (!hit || !shape) {
      yield hit && hit.raw;
    } else if ('bytes' in shape) {
      yield shape.bytes(hit.raw);
    } else {
      yield encode(shape.doc(hit.doc ?? decode(hit.raw)));
    }
  }
}

/** https://www.mongodb.com/docs/manual/reference/command/count/ */
export async function countDocuments(command: Doc, context: ReadContext): Promise<Doc> {
  const { store, target, transaction, deadline, client } = context;
  const { query: filter = {}, skip = 0, limit = 0, hint } = command as FindCommand & { query?: Doc };
  let n = transaction ? undefined : countByIndex(store, target, filter, hint);
  n ??= (
    await collect(
      counted(search(store, target, filter, { hint, transaction, variables: context.variables })),
      new YieldPolicy(deadline, client),
    )
  ).reduce((sum, part) => sum + part, 0);
  n = Math.max(0, n - skip);
  return { n: limit === 0 ? n : Math.min(n, Math.abs(limit)), ok: 1 };
}

/** Yields the count in portions, so that matches need not be kept. */
function* counted(hits: Iterable<Hit | null>): Generator<number | null> {
  let n = 0;
  for (const hit of hits) {
    if (hit) n++;
    else yield null;
  }
  yield n;
}

/** https://www.mongodb.com/docs/manual/reference/command/distinct/ */
export async function distinct(command: Doc, context: ReadContext): Promise<Doc> {
  const { store, target, transaction, variables, deadline, client } = context;
  const { key, query: filter = {}, hint } = command as { key: string; query?: Doc; hint?: unknown };
  const path = key.split('.');
  const values = new Map<string, unknown>();
  let bytes = 0;
  const hits = search(store, target, filter, { transaction, variables, hint });
  const yieldPolicy = new YieldPolicy(deadline, client);
  await yieldPolicy.forEach(hits, (hit) => {
    for (const value of elementsAt(hit.doc ?? decode(hit.raw), path)) {
      const name = value === undefined ? undefined : identity(value);
      if (name === undefined || values.has(name)) continue;
      values.set(name, value);
      bytes += encode({ value }).length;
      if (bytes > MAX_DOCUMENT_BYTES) throw fail(17217, 'distinct too big, 16mb cap');
    }
  });
  // The identities sort in the order of the values.
  const ordered = sortInSlices([...values], ([left], [right]) => (left < right ? -1 : 1));
  for (;;) {
    const next = ordered.next();
    if (next.done) return { values: next.value.map(([, value]) => value), ok: 1 };
    await yieldPolicy.yieldIfDue();
  }
}

/** Runs an aggregation; yields documents as BSON, and null where the caller can yield. */
export function aggregateFlow(command: Doc, pipeline: Doc[], context: ReadContext): Iterable<Buffer | null> {
  const { target } = context;
  const isOnCollection = typeof command.aggregate === 'string';
  const within = { ...context, db: target.db, hint: command.hint };
  return aggregateBytes(isOnCollection ? target : undefined, pipeline, within);
}

export async function openAggregate(
  command: Doc,
  flow: Iterable<Buffer | null>,
  context: ReadContext,
): Promise<Buffer> {
  if (!isDocument(command.cursor))
    throw fail(9, "The 'cursor' option is required, except for aggregate with the explain argument");
  const isOnCollection = typeof command.aggregate === 'string';
  return context.cursors.open(flow, {
    namespace: isOnCollection ? namespaceOf(context.target) : `${context.target.db}.$cmd.aggregate`,
    session: context.session,
    transaction: context.transaction,
    batchSize: (command.cursor.batchSize as number | undefined) ?? FIRST_BATCH,
    deadline: context.deadline,
    client: context.client,
  });
}

/**
 * Explains a find, count, distinct, aggregate or write: the chosen plan, and with executionStats the number of
 * documents that it returns.
 * https://www.mongodb.com/docs/manual/reference/command/explain/
 */
export async function explain(command: Doc, verbosity: unknown, context: ReadContext): Promise<Doc> {
  const { store, target } = context;
  const { filter, sort, hint, skip, limit } = explained(command);
  compileFilter(filter, context.variables);
  await collect(encodeLists(store, target, filter), new YieldPolicy(context.deadline));
  const collection = store.catalog.find(target.db, target.name);
  const winningPlan = collection
    ? describePlan(planOf(store, collection, filter, { sort, hint, limit }), filter, sort)
    : { stage: 'EOF' };
  const reply: Doc = {
    explainVersion: '1',
    queryPlanner: { namespace: namespaceOf(target), parsedQuery: filter, winningPlan, rejectedPlans: [] },
    command,
    ok: 1,
  };
  if (verbosity === 'queryPlanner') return reply;
  const started = performance.now();
  const examined = { keys: 0, documents: 0 };
  const hits = await collect(
    search(store, target, filter, { sort, hint, skip, limit, variables: context.variables, examined }),
    new YieldPolicy(context.deadline),
  );
  reply.executionStats = {
    executionSuccess: true,
    nReturned: hits.length,
    executionTimeMillis: Math.round(performance.now() - started),
    totalKeysExamined: examined.keys,
    totalDocsExamined: examined.documents,
    executionStages: winningPlan,
  };
  return reply;
}

const explainable = ['find', 'count', 'distinct', 'findAndModify', 'aggregate', 'update', 'delete'];
export const isExplainable = (name: string): boolean => explainable.includes(name);

/** Returns the search of a command; that of the first statement of an update or delete. */
function explained(command: Doc): SearchOptions & { filter: Doc } {
  if ('aggregate' in command) {
    const { filter, options } = splitPipeline(asPipeline(command.pipeline));
    return { filter, ...options, hint: command.hint };
  }
  const statements = command.updates ?? command.deletes;
  if (Array.isArray(statements)) {
    const { q, hint } = document(statements[0]);
    return { filter: document(q), hint };
  }
  const { sort, hint, skip, limit } = command as SearchOptions;
  if ('find' in command) return { filter: document(command.filter), sort, hint, skip, limit };
  return { filter: document(command.query), sort, hint, ...('findAndModify' in command && { limit: 1 }) };
}
