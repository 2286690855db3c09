import { toNumber } from '../values/ranks.js';
import { errorFields, list, runBatch, type StatementResult, type ReplyBuilder } from './batches.js';
import type { Doc } from '../values/bson.js';
import { MongoError } from '../values/errors.js';
import { deleteStatement, insertStatement, updateStatement } from './statements.js';
import { type WriteContext } from './write-context.js';
import { checkUpdate } from '../language/update.js';
import { missingField } from '../values/arguments.js';
import { checkNamespace, splitNamespace } from '../storage/namespaces.js';

const kinds = ['insert', 'update', 'delete'] as const;
type Kind = (typeof kinds)[number];
const counters = { insert: 'nInserted', update: 'nMatched', delete: 'nDeleted' } as const;

/** Builds the reply to bulkWrite: counters, and a result for each statement, or for failed ones only. */
class BulkReplyBuilder implements ReplyBuilder {
  private readonly sums: Record<string, number> = {};
  private readonly results: Doc[];

  constructor(
    private readonly kindOf: (index: number) => Kind,
    private readonly errorsOnly: boolean,
    before: Doc = {},
  ) {
    for (const name of ['nErrors', 'nInserted', 'nUpserted', 'nMatched', 'nModified', 'nDeleted'])
      this.sums[name] = toNumber(before[name] ?? 0);
    this.results = [...list(before.results)];
  }

  get failures(): number {
    return this.sums.nErrors!;
  }

  done(idx: number, { n, nModified = 0, upserted }: StatementResult): void {
    const kind = this.kindOf(idx);
    const isUpsert = upserted !== undefined;
    this.sums[isUpsert ? 'nUpserted' : counters[kind]]! += n;
    this.sums.nModified! += nModified;
    if (this.errorsOnly) return;
    this.results.push({
      ok: 1,
      idx,
      n,
      ...(kind === 'update' && { nModified }),
      ...(isUpsert && { upserted: { _id: upserted } }),
    });
  }

  failed(idx: number, error: MongoError): void {
    const isUpdate = this.kindOf(idx) === 'update';
    this.results.push({
      ok: 0,
      idx,
      ...errorFields(error, this.failures),
      n: 0,
      ...(isUpdate && { nModified: 0 }),
    });
    this.sums.nErrors!++;
  }

  reply(): Doc {
    return { ...this.sums, results: this.results };
  }
}

/**
 * Runs statements of several kinds on several collections.
 * @returns the counters, and `results`
 * @see https://www.mongodb.com/docs/manual/reference/command/bulkWrite/
 */
export async function bulkWrite(command: Doc, context: WriteContext): Promise<Doc> {
  const { ops, nsInfo } = command as { ops: Doc[]; nsInfo: { ns: string }[] };
  const namespaces = nsInfo.map(({ ns }) => {
    const [db, name] = splitNamespace(ns);
    checkNamespace(db, name);
    return { db, name };
  });
  const kindOf = (at: number): Kind => {
    const kind = kinds.find((name) => ops[at]![name] !== undefined);
    if (!kind) throw new MongoError(9, `BulkWrite ops entry ${at} is no insert, update or delete`);
    return kind;
  };
  const contexts = ops.map((op, at): WriteContext => {
    const target = namespaces[Number(op[kindOf(at)])];
    if (!target) throw new MongoError(2, `BulkWrite ops entry ${at} has an invalid nsInfo index.`);
    return { ...context, target };
  });
  for (const op of ops) if (op.update !== undefined) checkUpdate(op.updateMods);
  return runBatch(
    command,
    ops.length,
    context,
    (at) => compile(ops[at]!, kindOf(at), contexts[at]!),
    (before) => new BulkReplyBuilder(kindOf, command.errorsOnly === true, before),
  );
}

function compile(op: Doc, kind: Kind, context: WriteContext) {
  const part = <Part = Doc>(name: string): Part => {
    const value = op[name] as Part | undefined;
    if (value) return value;
    throw missingField(`bulkWrite.${name}`);
  };
  if (kind === 'insert') return insertStatement(part<Doc | Buffer>('document'), context);
  const filter = part('filter');
  if (kind === 'delete') return deleteStatement(op, filter, op.multi === true, context);
  const { updateMods: update, constants: c, ...rest } = op;
  return updateStatement({ ...rest, query: filter, update, c }, op.multi === true, context);
}
