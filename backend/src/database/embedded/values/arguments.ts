import { MongoError } from '../errors.js';
import { isDocument, type Doc } from './bson.js';
import { isMissing, typeName } from './values.js';

/** @throws MongoError 14 for what is neither a document nor left out */
export function optionalDocument(value: unknown, name: string): Doc | undefined {
  if (isMissing(value)) return undefined;
  if (isDocument(value)) return value;
  throw new MongoError(
    14,
    `BSON field '${name}' is the wrong type '${typeName(value)}', expected type 'object'`,
  );
}

/** A document, or an empty one in the place of all else. */
export const document = (value: unknown): Doc => (isDocument(value) ? value : {});

export const missingField = (name: string): MongoError =>
  new MongoError(40414, `BSON field '${name}' is missing but a required field`);

/** What any command may be sent with. */
const generic =
  '$db lsid txnNumber autocommit startTransaction stmtId stmtIds readConcern writeConcern maxTimeMS comment apiVersion apiStrict apiDeprecationErrors';
const fields: Record<string, string> = {
  find: 'filter sort projection hint skip limit batchSize singleBatch min max returnKey showRecordId tailable oplogReplay noCursorTimeout awaitData allowPartialResults collation allowDiskUse let',
  count: 'query limit skip hint collation fields',
  distinct: 'key query collation hint',
  aggregate: 'pipeline explain allowDiskUse cursor bypassDocumentValidation collation hint let',
  getMore: 'collection batchSize',
  insert: 'documents ordered bypassDocumentValidation',
  update: 'updates let ordered bypassDocumentValidation',
  delete: 'deletes let ordered',
  findAndModify:
    'query fields sort hint collation arrayFilters remove update upsert new let bypassDocumentValidation',
  create:
    'capped size max timeseries viewOn pipeline collation validator validationLevel validationAction clusteredIndex changeStreamPreAndPostImages encryptedFields expireAfterSeconds storageEngine indexOptionDefaults idIndex autoIndexId',
  createIndexes: 'indexes commitQuorum ignoreUnknownIndexOptions',
  dropIndexes: 'index',
};
const statementFields: Record<string, string> = {
  updates: 'q u c multi upsert collation arrayFilters hint sort',
  deletes: 'q limit collation hint',
};
const known = new Map(
  Object.entries(fields).map(([name, list]) => [name, new Set(`${name} ${list} ${generic}`.split(' '))]),
);
const knownInStatements = new Map(
  Object.entries(statementFields).map(([name, list]) => [name, new Set(list.split(' '))]),
);

/**
 * Refuses options that are not known, rather than to go on without what they ask for.
 * @throws MongoError 40415
 */
export function refuseUnknownFields(name: string, command: Doc): void {
  const expected = known.get(name);
  if (!expected) return;
  for (const field of Object.keys(command)) {
    if (!expected.has(field) && !field.startsWith('$')) throw unknownField(`${name}.${field}`);
    const inStatements = knownInStatements.get(field);
    if (!inStatements || !Array.isArray(command[field])) continue;
    for (const statement of command[field] as unknown[]) {
      const unknown = isDocument(statement) && Object.keys(statement).find((part) => !inStatements.has(part));
      if (unknown) throw unknownField(`${name}.${field}.${unknown}`);
    }
  }
}

const unknownField = (name: string, code = 40415) =>
  new MongoError(code, `BSON field '${name}' is an unknown field.`);

/** @throws MongoError of that code for an option whose name is not among the known ones */
export function checkNames(owner: string, spec: Doc, names: readonly string[], code?: number): void {
  const unknown = Object.keys(spec).find((name) => !names.includes(name));
  if (unknown !== undefined) throw unknownField(`${owner}.${unknown}`, code);
}
