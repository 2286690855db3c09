import { runBatch, WriteReplyBuilder } from './batches.js';
import type { Doc } from '../values/bson.js';
import { fail } from '../values/errors.js';
import {
  deleteStatement,
  insertStatement,
  updateStatement,
  modifyOne,
  removing,
  updating,
  type Modification,
  type Modified,
} from './statements.js';
import { type WriteContext } from './write-context.js';
import { checkUpdate } from '../language/update.js';
import { compileProject, type DocumentTransform } from '../language/transforms.js';
import { checkNamespace } from '../storage/namespaces.js';

/** https://www.mongodb.com/docs/manual/reference/command/insert/ */
export async function insert(command: Doc, context: WriteContext): Promise<Doc> {
  const documents = command.documents as (Doc | Buffer)[];
  checkNamespace(context.target.db, context.target.name);
  const compile = (at: number) => insertStatement(documents[at]!, context);
  return runBatch(
    command,
    documents.length,
    context,
    compile,
    (before) => new WriteReplyBuilder(false, before),
  );
}

/** https://www.mongodb.com/docs/manual/reference/command/delete/ */
export async function remove(command: Doc, context: WriteContext): Promise<Doc> {
  const specs = command.deletes as { q: Doc; limit: number; hint?: unknown }[];
  checkNamespace(context.target.db, context.target.name);
  const wrong = specs.find(({ limit }) => limit !== 0 && limit !== 1);
  if (wrong) throw fail(9, `The limit field in delete objects must be 0 or 1. Got ${wrong.limit}`);
  const compile = (at: number) => {
    const { q, limit, hint } = specs[at]!;
    return deleteStatement({ hint }, q, limit === 0, context);
  };
  return runBatch(command, specs.length, context, compile, (before) => new WriteReplyBuilder(false, before));
}

/** https://www.mongodb.com/docs/manual/reference/command/update/ */
export async function update(command: Doc, context: WriteContext): Promise<Doc> {
  const specs = command.updates as Doc[];
  checkNamespace(context.target.db, context.target.name);
  for (const { u } of specs) checkUpdate(u);
  const compile = (at: number) => {
    const { q: query, u: update, multi, ...spec } = specs[at]!;
    return updateStatement({ ...spec, query, update }, multi === true, context);
  };
  return runBatch(command, specs.length, context, compile, (before) => new WriteReplyBuilder(true, before));
}

/** https://www.mongodb.com/docs/manual/reference/command/findAndModify/ */
export async function findAndModify(command: Doc, context: WriteContext): Promise<Doc> {
  const { remove: isRemoval, update: spec, upsert, new: wantsNew } = command;
  if (isRemoval && spec !== undefined) throw fail(9, "Cannot specify both an 'update' and 'remove'=true");
  if (isRemoval && upsert) throw fail(9, "Cannot specify both 'upsert'=true and 'remove'=true");
  if (isRemoval && wantsNew)
    throw fail(
      9,
      "Cannot specify both 'new'=true and 'remove'=true; 'remove' always returns the deleted document",
    );
  if (!isRemoval && spec === undefined)
    throw fail(9, "Either an 'update' or 'remove'=true must be specified");
  if (isRemoval && command.arrayFilters !== undefined)
    throw fail(9, "Cannot specify 'arrayFilters' and 'remove'=true");
  const { query: filter = {}, sort, fields = {} } = command as { query?: Doc; sort?: Doc; fields?: Doc };
  if (wantsNew && Object.keys(fields).some((name) => name.endsWith('.$')))
    throw fail(2, 'Cannot use a positional projection and return the new document');
  const change: Modification = isRemoval
    ? removing(filter, command, context)
    : updating({ ...command, query: filter, sort }, context);
  const shape: DocumentTransform | undefined =
    Object.keys(fields).length > 0
      ? compileProject(fields, { variables: context.variables, find: { predicate: change.predicate } })
      : undefined;
  const reply = ({ before, after, matched, upserted }: Modified): Doc => {
    const value = wantsNew ? after : before;
    return {
      lastErrorObject: {
        n: matched || upserted !== undefined ? 1 : 0,
        ...(!isRemoval && { updatedExisting: matched }),
        ...(upserted !== undefined && { upserted }),
      },
      value: value ? (shape ? shape(value) : value) : null,
      ok: 1,
    };
  };
  const begun = context.retry?.session.begunWrite(context.retry.number);
  if (begun) return begun.reply;
  checkNamespace(context.target.db, context.target.name);
  const save = (done: Modified): Doc => {
    const answer = reply(done);
    context.retry?.session.saveWrite({ next: 1, reply: answer });
    return answer;
  };
  return modifyOne(change, context, save);
}
