import { Timestamp } from 'bson';
import { type Doc, isDocument, namesOf, setField } from '../values/bson.js';
import { fail } from '../values/errors.js';
import { checkStageName, compileStages } from './transforms.js';
import { compileFilter, conditionsIn, hasOperators, type MatchTrace, type Predicate } from './filter.js';
import {
  currentTimestamp,
  isDynamic,
  parsePath,
  updateOperators,
  type Missing,
  type UpdateOperator,
} from './update-operators.js';
import { comparePaths, conflicts, refuseConflicts, takePath, type Taken } from './update-paths.js';
import { isIndexName } from '../values/ranks.js';
import { child, copy, equal, typeName } from '../values/values.js';

/** The context of an update of one document. */
interface UpdateContext {
  /** The array position at which the filter matched, for `$`. */
  trace?: MatchTrace;
  /** True if an upsert inserts the document. */
  inserting?: boolean;
}
/** Applies a compiled update and returns a new document; does not change the old one. */
export type Update = (doc: Doc, context?: UpdateContext) => Doc;

const failedToParse = (message: string) => fail(9, message);
/** Maximum number of nulls that an array index may add, as in MongoDB, so that a wrong one cannot fill the memory. */
const MAX_PADDING = 1_500_000;

/** Returns true if an update replaces the document, false if it changes fields. */
export function isReplacement(update: unknown): update is Doc {
  return isDocument(update) && !Object.keys(update)[0]?.startsWith('$');
}

/**
 * Compiles an update: a replacement, update operators or a pipeline.
 * @param filters the arrayFilters of `$[name]`
 * @param variables the command's `let`, for pipelines
 * @throws MongoError 9 for an unknown operator, 40 for two changes of the same path, 52 for a replacement's field that
 * begins with a dollar
 */
export function compileUpdate(update: unknown, filters: unknown = [], variables: Doc = {}): Update {
  if (!Array.isArray(filters) || !filters.every(isDocument))
    throw fail(14, "'arrayFilters' must be an array of objects");
  checkUpdate(update);
  if (Array.isArray(update)) {
    if (filters.length > 0)
      throw failedToParse('arrayFilters may not be specified for pipeline-style updates');
    const run = compileStages(update, variables);
    return (doc) => keepId(doc, run(copy(doc)));
  }
  if (isReplacement(update)) {
    const dollar = Object.keys(update).find((name) => name.startsWith('$'));
    if (dollar)
      throw fail(
        52,
        `The dollar ($) prefixed field '${dollar}' in '${dollar}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
      );
    return (doc) => keepId(doc, stamped(copy(update)));
  }
  return compileOperators(update, filters);
}

/**
 * Checks an update as far as MongoDB does before it runs any statement of the command.
 * @throws MongoError 9 if it is neither a document nor a list, 14 and 40324 for an invalid stage of a pipeline
 */
export function checkUpdate(update: unknown): asserts update is Doc | Doc[] {
  if (!Array.isArray(update)) {
    if (!isDocument(update)) throw failedToParse('Update argument must be either an object or an array');
    return;
  }
  if (!update.every(isDocument)) throw fail(14, "Each element of the 'pipeline' array must be an object");
  update.forEach(checkStageName);
}

/** Keeps the document's `_id` in a replacement, which may only repeat it. */
function keepId(old: Doc, replacement: Doc): Doc {
  if (old._id === undefined || replacement._id === undefined)
    return idFirst(replacement._id ?? old._id, replacement);
  refuseChangedId(old, replacement);
  return idFirst(old._id, replacement);
}

/**
 * Replaces each empty timestamp among a document's fields by the time of the server.
 * https://www.mongodb.com/docs/manual/reference/bson-types/#timestamps
 */
export function stamped(doc: Doc): Doc {
  for (const [name, value] of Object.entries(doc))
    if (name !== '_id' && value instanceof Timestamp && value.isZero())
      setField(doc, name, currentTimestamp());
  return doc;
}

/** Returns the document with its `_id` as the first field. */
export function idFirst(id: unknown, doc: Doc): Doc {
  if (id === undefined) return doc;
  const out: Doc = { _id: id };
  for (const key of namesOf(doc)) if (key !== '_id') setField(out, key, doc[key]);
  return out;
}

function refuseChangedId(old: Doc, changed: Doc): void {
  if (old._id === undefined || (changed._id !== undefined && equal(old._id, changed._id))) return;
  throw fail(66, `After applying the update, the (immutable) field '_id' was found to have been altered`);
}

interface Change {
  operator: UpdateOperator;
  name: string;
  path: string[];
  operand: unknown;
}

function compileOperators(update: Doc, arrayFilters: Doc[]): Update {
  const changes: Change[] = [];
  for (const [name, fields] of Object.entries(update)) {
    const compile = updateOperators[name];
    if (!compile) {
      throw failedToParse(
        `Unknown modifier: ${name}. Expected a valid update modifier or pipeline-style update specified as an array`,
      );
    }
    if (!isDocument(fields)) {
      throw failedToParse(
        `Modifiers operate on fields but we found type ${typeName(fields)} instead. For example: {$mod: {<field>: ...}} not {${name}: ${String(fields)}}`,
      );
    }
    for (const [path, operand] of Object.entries(fields)) {
      changes.push({ operator: compile(operand, path), name, path: parsePath(path), operand });
    }
  }
  // MongoDB applies changes in the order of their paths, numbers compared as numbers.
  changes.sort((left, right) => comparePaths(left.path, right.path));
  refuseConflicts(changes);
  const filters = compileArrayFilters(arrayFilters, changes);
  const isFixed = !changes.some(({ path }) => path.some(isDynamic));
  return (doc, context = {}) => {
    const out = copy(doc);
    const taken = isFixed ? undefined : (new Map() as Taken);
    const wanted = changes.filter(({ operator }) => context.inserting || !operator.onlyInserting);
    // The paths of element filters are resolved before anything changes.
    const found = wanted.map(({ path }) => places(doc, path, filters, context));
    for (const [at, change] of wanted.entries()) apply(out, change, found[at]!, taken);
    refuseChangedId(doc, out);
    return out._id === undefined || Object.keys(out)[0] === '_id' ? out : idFirst(out._id, out);
  };
}

type ArrayFilters = Map<string, Predicate>;

function compileArrayFilters(filters: Doc[], changes: Change[]): ArrayFilters {
  const compiled: ArrayFilters = new Map();
  for (const filter of filters) {
    const name = identifierOf(filter);
    if (compiled.has(name))
      throw failedToParse(`Found multiple array filters with the same top-level field name ${name}`);
    compiled.set(name, compileFilter(filter, 'none'));
    if (!changes.some(({ path }) => path.includes(`$[${name}]`))) {
      throw failedToParse(`The array filter for identifier '${name}' was not used in the update`);
    }
  }
  for (const { path } of changes) {
    const missing = path.find((part) => /^\$\[.+\]$/.test(part) && !compiled.has(part.slice(2, -1)));
    if (missing)
      throw fail(
        2,
        `No array filter found for identifier '${missing.slice(2, -1)}' in path '${path.join('.')}'`,
      );
  }
  return compiled;
}

/** Returns the only name that all fields of an array filter begin with. */
function identifierOf(filter: Doc): string {
  compileFilter(filter);
  const found = conditionsIn(filter).map(([key]) => key);
  if (found.includes('$expr')) throw fail(224, '$expr is not allowed in this context');
  const names = new Set(found.filter((key) => !key.startsWith('$')).map((key) => key.split('.')[0]!));
  const [name, ...others] = names;
  if (name === undefined)
    throw failedToParse('Cannot use an expression without a top-level field name in arrayFilters');
  if (others.length > 0)
    throw failedToParse(
      `Error parsing array filter :: caused by :: Expected a single top-level field name, found '${name}' and '${others[0]}'`,
    );
  if (!/^[a-z][a-zA-Z0-9]*$/.test(name)) {
    throw fail(
      2,
      `Error parsing array filter :: caused by :: The top-level field name must be an alphanumeric string beginning with a lowercase letter, found '${name}'`,
    );
  }
  return name;
}

function apply(doc: Doc, { operator, name }: Change, found: string[][], taken: Taken | undefined): void {
  for (const place of found) {
    if (taken) takePath(place, taken);
    const parent = parentOf(doc, place, operator.missing);
    if (parent === undefined) continue;
    const key = place.at(-1)!;
    const before = child(parent, key);
    const after = operator.change(before, { doc, name, path: place.join('.') });
    if (after === before) continue;
    if (operator.moveTo) move(doc, place, operator.moveTo);
    write(parent, key, after);
  }
}

/** Copies the value of one path to another, for `$rename`. */
function move(doc: Doc, from: string[], to: string[]): void {
  const ancestors = (path: string[]) => path.slice(0, -1).map((_, at) => valueAt(doc, path.slice(0, at + 1)));
  if (ancestors(from).some(Array.isArray))
    throw fail(2, `The source field cannot be an array element, '${from.join('.')}'`);
  if (ancestors(to).some(Array.isArray))
    throw fail(2, `The destination field cannot be an array element, '${to.join('.')}'`);
  write(parentOf(doc, to, 'create')!, to.at(-1)!, valueAt(doc, from));
}

const valueAt = (doc: Doc, path: string[]): unknown => path.reduce<unknown>(child, doc);

/** Resolves a path with `$`, `$[]` and `$[name]` to the paths in this document. */
function places(doc: Doc, path: string[], filters: ArrayFilters, context: UpdateContext): string[][] {
  let found: { path: string[]; value: unknown }[] = [{ path: [], value: doc }];
  for (const part of path) {
    found = found.flatMap(({ path: base, value }) => {
      const step = (name: string) => ({ path: [...base, name], value: child(value, name) });
      if (!isDynamic(part)) return [step(part)];
      if (part === '$') {
        const position = context.trace?.position;
        if (position === undefined)
          throw fail(2, 'The positional operator did not find the match needed from the query.');
        return [step(String(position))];
      }
      if (!Array.isArray(value)) {
        if (value === undefined)
          throw fail(
            2,
            `The path '${base.join('.')}' must exist in the document in order to apply array updates.`,
          );
        throw fail(
          2,
          `Cannot apply array updates to non-array element ${base.join('.')}: ${typeName(value)}`,
        );
      }
      const identifier = part.slice(2, -1);
      const matches = filters.get(identifier);
      return (value as unknown[]).flatMap((item, at) =>
        !matches || matches({ [identifier]: item }) ? [step(String(at))] : [],
      );
    });
  }
  return found.map(({ path: place }) => place);
}

/**
 * Returns the document or array with the last name of a path; creates missing documents if `missing` says so.
 * @throws MongoError 28 if the path runs through another value
 */
function parentOf(doc: Doc, path: string[], missing: Missing): Doc | unknown[] | undefined {
  let value: unknown = doc;
  for (const [at, name] of path.entries()) {
    const fits = Array.isArray(value) ? isIndexName(name) : isDocument(value);
    if (!fits) {
      if (missing === 'ignore') return undefined;
      throw fail(28, `Cannot create field '${name}' in element {${path[at - 1] ?? ''}: ${shown(value)}}`);
    }
    if (at === path.length - 1) return value as Doc | unknown[];
    let next = child(value, name);
    if (next === undefined) {
      if (missing !== 'create') return undefined;
      next = {};
      write(value as Doc | unknown[], name, next);
    }
    value = next;
  }
  return undefined;
}

const shown = (value: unknown): string =>
  typeof value === 'object' && value !== null ? typeName(value) : JSON.stringify(value);

function write(parent: Doc | unknown[], key: string, value: unknown): void {
  if (!Array.isArray(parent)) {
    if (value === undefined) delete parent[key];
    else setField(parent, key, value);
    return;
  }
  const at = Number(key);
  if (at - parent.length > MAX_PADDING)
    throw fail(2, `Array index ${key} would pad the array by too many elements`);
  while (parent.length < at) parent.push(null);
  // $unset of an element leaves null, as the other elements keep their positions.
  parent[at] = value ?? null;
}

/**
 * Returns the document that an upsert starts from: the filter's equality conditions.
 * https://www.mongodb.com/docs/manual/reference/method/db.collection.update/#upsert-with-operator-expressions
 */
export function upsertSeed(filter: Doc, update: unknown): Doc {
  const seed: Doc = {};
  const taken: Taken = new Map();
  for (const [name, value] of equalities(filter)) {
    const path = name.split('.');
    if (isReplacement(update) && path[0] !== '_id') continue;
    if (isReplacement(update) && path.length > 1)
      throw fail(111, `field at '_id' must be exactly specified, field at sub-path '${name}' found`);
    if (conflicts(path, taken))
      throw fail(54, `cannot infer query fields to set, path '${name}' is matched twice`);
    write(parentOf(seed, path, 'create')!, path.at(-1)!, copy(value));
  }
  return seed;
}

/** Returns the paths that have to equal a value in a filter, with the value. */
function equalities(filter: Doc): [string, unknown][] {
  return Object.entries(filter).flatMap(([key, value]): [string, unknown][] => {
    if (key === '$and') return (value as Doc[]).flatMap(equalities);
    if (key === '$or') {
      const [first, ...others] = (value as Doc[]).map(equalities);
      return others.every((other) => equal(other, first)) ? first! : [];
    }
    if (key.startsWith('$')) return [];
    const values: unknown[] = [];
    if (!hasOperators(value)) values.push(value);
    else if ('$eq' in value) return [[key, value.$eq]];
    else if (Array.isArray(value.$in) && value.$in.length === 1) values.push(value.$in[0]);
    else if (Array.isArray(value.$all)) values.push(...(value.$all as unknown[]));
    return values
      .filter((item) => typeName(item) !== 'regex' && !hasOperators(item))
      .map((item) => [key, item]);
  });
}
