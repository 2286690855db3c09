import { isDocument, type Doc } from '../values/bson.js';
import { fail } from '../values/errors.js';

/** Commands of the Stable API, version 1; https://www.mongodb.com/docs/manual/reference/stable-api/ */
const commands =
  'abortTransaction aggregate bulkWrite commitTransaction count create createIndexes delete drop dropDatabase dropIndexes endSessions explain find findAndModify getMore hello insert killCursors listCollections listDatabases listIndexes ping refreshSessions update'.split(
    ' ',
  );
/** Stages and fields of these commands that are not part of it. */
const otherStages = ['$currentOp', '$indexStats', '$listLocalSessions', '$listSessions', '$search'];
const otherFields: Record<string, string[]> = {
  create: ['autoIndexId', 'capped', 'max', 'size'],
  find: [
    'awaitData',
    'max',
    'min',
    'noCursorTimeout',
    'oplogReplay',
    'returnKey',
    'showRecordId',
    'tailable',
  ],
};

/** @throws MongoError 322 for an unknown version, 323 for a feature outside of it if the client sets `apiStrict` */
export function checkApi(name: string, command: Doc): void {
  const { apiVersion, apiStrict, apiDeprecationErrors } = command;
  if (apiVersion === undefined) {
    if (apiStrict === undefined && apiDeprecationErrors === undefined) return;
    throw fail(4886600, 'Provided apiStrict or apiDeprecationErrors without passing apiVersion');
  }
  if (apiVersion !== '1') throw fail(322, 'API version must be "1"');
  if (apiStrict !== true) return;
  if (!commands.includes(name))
    throw fail(323, `Provided apiStrict:true, but the command ${name} is not in API Version 1`);
  const field = otherFields[name]?.find((other) => command[other] !== undefined);
  if (field) throw fail(323, `Provided apiStrict:true, but ${name}.${field} is not in API Version 1`);
  const stages = (name === 'aggregate' ? command.pipeline : []) as unknown[];
  const stage = otherStages.find((other) => stages.some((one) => isDocument(one) && other in one));
  if (stage) throw fail(323, `stage ${stage} is not allowed with 'apiStrict: true' in API Version 1`);
}
