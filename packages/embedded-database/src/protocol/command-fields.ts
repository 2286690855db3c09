import { Timestamp } from 'bson';
import { isDocument, type Doc } from '../values/bson.js';
import { fail, unsupported } from '../values/errors.js';
import { checkSort } from '../values/sort.js';
import { missingField, unknownField } from '../values/arguments.js';
import { formatValue } from '../values/format-value.js';
import { isMissing, isNumber, toNumber } from '../values/ranks.js';
import { typeName } from '../values/values.js';

/** A type of field: the name of its types in errors, its check, and the conversion of its value. */
interface FieldType {
  expected: string;
  takes(value: unknown): boolean;
  parse?(value: unknown, path: string): unknown;
}

const isLong = (value: unknown) => typeName(value) === 'long';
const integers = "types '[long, int, decimal, double]'";

/** Types by their names in the IDL files of MongoDB's sources; a count is a safeInt64 of at least 0. */
const types = {
  any: { expected: '', takes: () => true },
  string: { expected: "type 'string'", takes: (value) => typeof value === 'string' },
  object: { expected: "type 'object'", takes: isDocument },
  array: { expected: "type 'array'", takes: Array.isArray },
  objects: {
    expected: "type 'array' of objects",
    takes: (value) =>
      Array.isArray(value) && value.every((item) => isDocument(item) || Buffer.isBuffer(item)),
  },
  content: { expected: "type 'object'", takes: (value) => isDocument(value) || Buffer.isBuffer(value) },
  bool: { expected: "type 'bool'", takes: (value) => typeof value === 'boolean' },
  safeBool: {
    expected: "types '[bool, long, int, decimal, double]'",
    takes: (value) => typeof value === 'boolean' || isNumber(value),
    parse: (value) => (typeof value === 'boolean' ? value : toNumber(value) !== 0),
  },
  long: { expected: "type 'long'", takes: isLong },
  longs: { expected: "type 'array' of longs", takes: (value) => Array.isArray(value) && value.every(isLong) },
  number: { expected: integers, takes: isNumber, parse: toNumber },
  count: {
    expected: integers,
    takes: isNumber,
    parse(value, path) {
      const number = toNumber(value);
      if (Number.isInteger(number) && number >= 0) return number;
      throw fail(51024, `BSON field '${path}' value must be >= 0, actual value '${formatValue(value)}'`);
    },
  },
  collation: {
    expected: "type 'object'",
    takes: isDocument,
    parse(value) {
      if ((value as Doc).locale !== 'simple') throw unsupported('collation');
      return value;
    },
  },
  timestamp: { expected: "type 'timestamp'", takes: (value) => value instanceof Timestamp },
  hint: {
    expected: '',
    takes: () => true,
    parse(value) {
      if (value !== undefined && typeof value !== 'string' && !isDocument(value))
        throw fail(9, 'Hint must be a string or an object');
      if (isDocument(value) && '$natural' in value) checkSort(value);
      return value;
    },
  },
} satisfies Record<string, FieldType>;

/** Names of fields by their type; those with an exclamation mark are required. */
type Fields = Partial<Record<keyof typeof types, string>>;

/** Fields of all commands. */
const generic: Fields = {
  any: 'autocommit startTransaction stmtId stmtIds comment',
  long: 'txnNumber',
  bool: 'apiStrict apiDeprecationErrors',
  string: '$db apiVersion',
  count: 'maxTimeMS',
  object: 'lsid readConcern writeConcern $readPreference',
  collation: 'collation',
};

/** Fields of single commands; commands that are not listed accept any field. */
const commands: Record<string, Fields> = {
  find: {
    object: 'filter sort projection min max let',
    count: 'skip limit batchSize',
    safeBool:
      'singleBatch returnKey showRecordId tailable oplogReplay noCursorTimeout awaitData allowPartialResults allowDiskUse',
    hint: 'hint',
  },
  count: { object: 'query fields', count: 'skip', number: 'limit', hint: 'hint' },
  distinct: { string: 'key!', object: 'query', hint: 'hint' },
  aggregate: {
    array: 'pipeline!',
    object: 'cursor let',
    safeBool: 'explain allowDiskUse bypassDocumentValidation',
    hint: 'hint',
  },
  getMore: { long: 'getMore', string: 'collection!', count: 'batchSize' },
  killCursors: { longs: 'cursors!' },
  explain: { object: 'explain!', string: 'verbosity' },

  insert: { objects: 'documents!', bool: 'ordered', safeBool: 'bypassDocumentValidation' },
  update: { objects: 'updates!', object: 'let', bool: 'ordered', safeBool: 'bypassDocumentValidation' },
  delete: { objects: 'deletes!', object: 'let', bool: 'ordered' },
  findAndModify: {
    object: 'query fields sort let',
    array: 'arrayFilters',
    safeBool: 'remove upsert new bypassDocumentValidation',
    any: 'update',
    hint: 'hint',
  },
  bulkWrite: {
    objects: 'ops! nsInfo!',
    object: 'cursor let',
    bool: 'errorsOnly ordered',
    safeBool: 'bypassDocumentValidation',
  },

  create: {
    safeBool: 'capped autoIndexId',
    number: 'size max',
    string: 'viewOn validationLevel validationAction',
    array: 'pipeline',
    object:
      'timeseries validator changeStreamPreAndPostImages encryptedFields idIndex storageEngine indexOptionDefaults',
    any: 'clusteredIndex expireAfterSeconds',
  },
  drop: {},
  dropDatabase: {},
  renameCollection: { string: 'renameCollection to!', bool: 'dropTarget' },
  listDatabases: { object: 'filter', safeBool: 'nameOnly authorizedDatabases' },
  listCollections: { object: 'filter cursor', safeBool: 'nameOnly authorizedCollections' },
  listIndexes: { object: 'cursor' },
  createIndexes: { array: 'indexes!', any: 'commitQuorum', bool: 'ignoreUnknownIndexOptions' },
  dropIndexes: { any: 'index!' },
  collStats: { number: 'scale' },
  dbStats: { number: 'scale', safeBool: 'freeStorage' },
  validate: { safeBool: 'full scandata background metadata checkBSONConformance' },
};
/** Other names of these commands. */
const aliases: Record<string, string> = {
  findandmodify: 'findAndModify',
  deleteIndexes: 'dropIndexes',
  dbstats: 'dbStats',
};

/** Fields of the documents within a field, or within its array. */
const nested: Record<string, Fields> = {
  cursor: { count: 'batchSize' },
  readConcern: {
    string: 'level provenance',
    timestamp: 'afterClusterTime atClusterTime',
    any: 'afterOpTime',
  },
  writeConcern: { any: 'w', safeBool: 'j fsync', number: 'wtimeout', string: 'provenance' },
  updates: {
    object: 'q! c sort',
    collation: 'collation',
    any: 'u!',
    hint: 'hint',
    bool: 'multi upsert',
    array: 'arrayFilters',
  },
  deletes: { object: 'q!', collation: 'collation', number: 'limit!', hint: 'hint' },
  ops: {
    number: 'insert update delete',
    content: 'document',
    object: 'filter constants sort',
    collation: 'collation',
    bool: 'multi upsert',
    array: 'arrayFilters',
    any: 'updateMods',
    hint: 'hint',
  },
  nsInfo: { string: 'ns!' },
};

interface Rules {
  types: Map<string, FieldType>;
  required: string[];
}

function rulesOf(...parts: Fields[]): Rules {
  const rules: Rules = { types: new Map(), required: [] };
  for (const [type, names] of parts.flatMap((fields) => Object.entries(fields))) {
    for (const name of names.split(' ')) {
      const field = name.replace('!', '');
      rules.types.set(field, types[type as keyof typeof types]);
      if (field !== name) rules.required.push(field);
    }
  }
  return rules;
}

const genericRules = rulesOf(generic);
const commandRules = new Map(
  [...Object.keys(commands).map((name) => [name, name] as const), ...Object.entries(aliases)].map(
    ([called, name]) => [called, rulesOf({ any: called }, generic, commands[name]!)],
  ),
);
const nestedRules = new Map(Object.entries(nested).map(([name, fields]) => [name, rulesOf(fields)]));

/**
 * Validates and converts a command's fields: numbers and flags become JavaScript's, and null counts as absent. Unknown
 * fields and wrong types are refused, as ignoring an option would change the result.
 * @param name the command's name; the handlers check the value of the field with this name
 * @throws MongoError 14 for another type, 40414 for a missing field, 40415 for an unknown one, 51024 for a number out
 * of range, 9 for an invalid hint
 */
export function parseFields(name: string, command: Doc): void {
  parse(name, command, commandRules.get(name) ?? genericRules);
}

function parse(path: string, doc: Doc, rules: Rules): void {
  for (const [name, value] of Object.entries(doc)) {
    const type = rules.types.get(name);
    if (!type) {
      if (name.startsWith('$') || rules === genericRules) continue;
      throw unknownField(`${path}.${name}`);
    }
    doc[name] = parsed(`${path}.${name}`, value, type);
    const inner = nestedRules.get(name);
    if (!inner || type === types.any || doc[name] === undefined) continue;
    for (const part of [doc[name]].flat() as Doc[]) parse(`${path}.${name}`, part, inner);
  }
  const missing = rules.required.find((name) => doc[name] === undefined);
  if (missing) throw missingField(`${path}.${missing}`);
}

function parsed(path: string, value: unknown, type: FieldType): unknown {
  if (type.takes(value)) return type.parse ? type.parse(value, path) : value;
  if (isMissing(value)) return undefined;
  throw fail(14, `BSON field '${path}' is the wrong type '${typeName(value)}', expected ${type.expected}`);
}
