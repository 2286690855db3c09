import { type Doc, entriesOf, isDocument, namesOf, setField } from '../values/bson.js';
import { fail, MongoError, unsupported } from '../values/errors.js';
import { checkNames } from '../values/arguments.js';
import { sliceOf } from './array-operators.js';
import { unrecognized } from './operators.js';
import { expression, type Expression } from './expressions.js';
import { compileFilter, type Predicate } from './filter.js';
import { isMissing, isNumber, toNumber } from '../values/ranks.js';
import { isTruthy, typeName } from '../values/values.js';
import { checkFieldName, splitPath } from '../values/field-path.js';

/** Returns a new document; does not change the old one, but may share its values. */
export type DocumentTransform = (doc: Doc) => Doc;

/** The projection of a field: kept, left out, computed, changed in place, or by its children. */
interface Node {
  leaf?: 'include' | 'exclude';
  compute?: Expression;
  /** Changes the existing value: find's `$slice` and `$elemMatch`. */
  change?: (value: unknown) => unknown;
  children?: Map<string, Node>;
}
type Mode = 'include' | 'exclude' | 'add';

/** Compiles `$addFields` (`$set`). */
function compileAddFields(spec: unknown, variables: Doc): DocumentTransform {
  if (!isDocument(spec))
    throw fail(40272, `$addFields specification stage must be an object, got ${typeName(spec)}`);
  if (Object.keys(spec).length === 0)
    throw fail(40177, '$addFields specification must have at least one field');
  const tree: Node = { children: new Map() };
  addComputed(tree, spec, [], variables);
  return (doc) => reshape(doc, tree, 'add', doc) as Doc;
}

function addComputed(tree: Node, spec: Doc, base: string[], variables: Doc): void {
  for (const [name, value] of entriesOf(spec)) {
    const path = [...base, ...splitPath(name)];
    const isNested =
      isDocument(value) && Object.keys(value).length > 0 && !Object.keys(value)[0]!.startsWith('$');
    if (isNested) addComputed(tree, value, path, variables);
    else place(tree, path, { compute: expression(value, variables) }, [40176, 40176]);
  }
}

/** Compiles `$unset`: one name or several. */
function compileUnset(spec: unknown): DocumentTransform {
  const names = Array.isArray(spec) ? (spec as unknown[]) : [spec];
  if (!Array.isArray(spec) && typeof spec !== 'string')
    throw fail(31002, '$unset specification must be a string or an array');
  if (names.length === 0)
    throw fail(31119, '$unset specification must be a string or an array with at least one field');
  if (!names.every((name) => typeof name === 'string'))
    throw fail(31120, '$unset specification must be a string or an array containing only string values');
  return compileProject(Object.fromEntries(names.map((name) => [name, 0])));
}

/** Compiles `$replaceRoot` (and `$replaceWith`, whose argument is the new root itself). */
function compileReplaceRoot(newRoot: unknown, variables: Doc): DocumentTransform {
  const run = expression(newRoot, variables);
  return (doc) => {
    const root = run(doc);
    if (!isDocument(root)) {
      throw fail(
        40228,
        `'newRoot' expression must evaluate to an object, but resulting value was of type: ${typeName(root)}`,
      );
    }
    return root;
  };
}

interface ProjectionOptions {
  variables?: Doc;
  /** Set for a projection of find, whose operators differ from expressions of the same name. */
  find?: { predicate: Predicate };
}

/**
 * Compiles a projection, once for many documents: `$project`, or find's with `$slice`, `$elemMatch` and `field.$`.
 * @throws MongoError 31253, 31254 if it mixes inclusion and exclusion
 */
export function compileProject(
  spec: unknown,
  { variables = {}, find }: ProjectionOptions = {},
): DocumentTransform {
  if (!isDocument(spec)) throw fail(15969, '$project specification must be an object');
  const names = Object.keys(spec);
  if (names.length === 0 && !find)
    throw fail(
      51272,
      'Invalid $project :: caused by :: projection specification must have at least one field',
    );
  const { tree, mode, positional } = parseProjection(spec, variables, find !== undefined);
  if (!positional) return (doc) => reshape(doc, tree, mode, doc) as Doc;
  return (doc) => {
    const trace: { position?: number } = {};
    find!.predicate(doc, trace);
    return keepPosition(reshape(doc, tree, mode, doc) as Doc, positional, trace.position);
  };
}

/** Find's `field.$`: keeps only the matched element of the first array on the path. */
function keepPosition(doc: Doc, path: string[], position: number | undefined): Doc {
  const [name, ...rest] = path as [string, ...string[]];
  const value = doc[name];
  if (!Array.isArray(value))
    return isDocument(value) && rest.length > 0
      ? { ...doc, [name]: keepPosition(value, rest, position) }
      : doc;
  if (position === undefined || position >= value.length) {
    throw fail(
      position === undefined ? 51246 : 51247,
      "Executor error during find command :: caused by :: positional operator '.$' couldn't find a matching element in the array",
    );
  }
  return { ...doc, [name]: [value[position] as unknown] };
}

function parseProjection(spec: Doc, variables: Doc, isFind: boolean) {
  const tree: Node = { children: new Map() };
  let mode: Mode | undefined;
  let idKept: boolean | undefined;
  let positional: string[] | undefined;
  let hasElemMatch = false;
  const settle = (wanted: Mode, name: string) => {
    if (mode && mode !== wanted) {
      throw wanted === 'exclude'
        ? fail(
            31254,
            `Invalid $project :: caused by :: Cannot do exclusion on field ${name} in inclusion projection`,
          )
        : fail(
            31253,
            `Invalid $project :: caused by :: Cannot do inclusion on field ${name} in exclusion projection`,
          );
    }
    mode = wanted;
  };
  const add = (fields: Doc, base: string[]): void => {
    for (const [name, value] of entriesOf(fields)) {
      const path = [...base, ...splitPath(name)];
      const full = path.join('.');
      if (isNumber(value) || typeof value === 'boolean') {
        const included = isTruthy(value);
        if (full === '_id') {
          idKept = included;
          continue;
        }
        settle(included ? 'include' : 'exclude', full);
        if (isFind && path.at(-1) === '$') {
          if (positional) throw fail(31276, 'Cannot specify more than one positional projection per query.');
          positional = path.slice(0, -1);
          place(tree, positional, { leaf: 'include' });
        } else {
          place(tree, path, { leaf: included ? 'include' : 'exclude' });
        }
        continue;
      }
      const operator = isDocument(value) ? Object.keys(value)[0] : undefined;
      if (isDocument(value) && operator !== undefined && !operator.startsWith('$')) {
        add(value, path);
        continue;
      }
      if (isDocument(value) && operator === undefined)
        throw fail(51270, `An empty sub-projection is not a valid value. Found empty object at path ${full}`);
      const operand = isDocument(value) ? value[operator!] : undefined;
      if (operator === '$meta') throw unsupported('$meta');
      if (isFind && path.at(-1) === '$')
        throw fail(31271, 'positional projection cannot be used with an expression or sub object');
      if (isFind && operator === '$elemMatch') {
        if (path.length > 1) throw fail(31275, 'Cannot use $elemMatch projection on a nested field.');
        hasElemMatch = true;
        place(tree, path, { leaf: 'include', change: elemMatch(operand) });
      } else if (isFind && operator === '$slice' && isFindSlice(operand)) {
        place(tree, path, { leaf: 'include', change: findSlice(operand) });
      } else {
        if (full !== '_id') settle('include', full);
        place(tree, path, { compute: projected(value, operator, variables, isFind) });
        if (full === '_id') idKept ??= true;
      }
    }
  };
  add(spec, []);
  if (positional && hasElemMatch) throw fail(31255, 'Cannot specify positional operator and $elemMatch.');
  const settled = mode ?? (hasElemMatch || (idKept === true && onlyId(spec)) ? 'include' : 'exclude');
  const children = tree.children!;
  if (settled === 'include' && idKept !== false && !children.has('_id'))
    children.set('_id', { leaf: 'include' });
  if (settled === 'exclude' && idKept === false) children.set('_id', { leaf: 'exclude' });
  return { tree, mode: settled, positional };
}

const onlyId = (spec: Doc) => Object.keys(spec).every((name) => name === '_id');

/** @throws MongoError 31325 where the operator itself is unknown, 168 where one of its arguments is */
function projected(
  value: unknown,
  operator: string | undefined,
  variables: Doc,
  isFind: boolean,
): Expression {
  try {
    return expression(value, variables);
  } catch (error) {
    if (!(error instanceof MongoError) || error.message !== unrecognized(operator)) throw error;
    throw fail(31325, `${isFind ? '' : 'Invalid $project :: caused by :: '}Unknown expression ${operator}`);
  }
}

const isFindSlice = (operand: unknown): operand is number | number[] =>
  isNumber(operand) || (Array.isArray(operand) && operand.length === 2 && operand.every(isNumber));

function findSlice(operand: unknown): (value: unknown) => unknown {
  const [first, count] = [operand].flat().map(toNumber) as [number, number?];
  if (count !== undefined && count <= 0) throw fail(28724, `$slice limit must be positive, got ${count}`);
  return (value) => (Array.isArray(value) ? sliceOf(value, first, count) : value);
}

function elemMatch(operand: unknown): (value: unknown) => unknown {
  const test = compileFilter({ items: { $elemMatch: operand } });
  return (value) => {
    if (!Array.isArray(value)) return undefined;
    const trace: { position?: number } = {};
    return test({ items: value }, trace) ? [value[trace.position!] as unknown] : undefined;
  };
}

function place(tree: Node, path: string[], leaf: Node, [inside, whole] = [31249, 31250]): void {
  let node = tree;
  for (const [at, name] of path.entries()) {
    if (!(at > 0 && name === '$')) checkFieldName(name);
    const known = node.children?.get(name);
    const isLast = at === path.length - 1;
    if (known && (isLast || !known.children))
      throw fail(isLast ? whole : inside, `Path collision at ${path.join('.')}`);
    const next = known ?? (isLast ? leaf : { children: new Map<string, Node>() });
    node.children!.set(name, next);
    node = next;
  }
}

const computes = (node: Node): boolean =>
  node.compute !== undefined || (node.children !== undefined && [...node.children.values()].some(computes));

/** Returns the node for arrays within arrays, which `$slice` does not change. */
function unchanging(node: Node): Node {
  if (node.change) return { leaf: 'include' };
  if (!node.children) return node;
  return { ...node, children: new Map([...node.children].map(([name, child]) => [name, unchanging(child)])) };
}

function reshape(value: unknown, node: Node, mode: Mode, root: Doc): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) =>
      reshape(item, Array.isArray(item) ? unchanging(node) : node, mode, root),
    );
    return mode === 'include' ? items.filter((item) => item !== undefined) : items;
  }
  if (!isDocument(value)) {
    if (computes(node)) return reshape({}, node, mode, root);
    return mode === 'include' ? undefined : value;
  }
  const out: Doc = {};
  for (const name of namesOf(value)) {
    const child = node.children!.get(name);
    const kept = child
      ? reshapeField(value[name], child, mode, root)
      : mode === 'include'
        ? undefined
        : value[name];
    if (kept !== undefined) setField(out, name, kept);
  }
  for (const [name, child] of node.children!) {
    if (!computes(child) || (Object.hasOwn(value, name) && !(mode === 'include' && child.compute))) continue;
    const added = child.compute ? child.compute(root) : reshape({}, child, mode, root);
    if (added !== undefined) setField(out, name, added);
  }
  return out;
}

function reshapeField(value: unknown, node: Node, mode: Mode, root: Doc): unknown {
  // A projection puts computed fields behind the kept ones; $addFields replaces them in place.
  if (node.compute) return mode === 'include' ? undefined : node.compute(root);
  if (node.change) return node.change(value);
  if (node.leaf) return node.leaf === 'include' ? value : undefined;
  return reshape(value, node, mode, root);
}

/**
 * Compiles the stages of an update pipeline.
 * https://www.mongodb.com/docs/manual/tutorial/update-documents-with-aggregation-pipeline/
 */
export function compileStages(stages: Doc[], variables: Doc): (doc: Doc) => Doc {
  const steps = stages.map((stage) => compileReshapingStage(stage, variables) ?? refuseStage(stage));
  return (doc) => steps.reduce((value, step) => step(value), doc);
}

const reshaping = ['$addFields', '$set', '$unset', '$project', '$replaceRoot', '$replaceWith'];
const otherStages = [
  '$match',
  '$group',
  '$sort',
  '$lookup',
  '$limit',
  '$skip',
  '$unwind',
  '$out',
  '$facet',
  '$count',
  '$indexStats',
  '$sortByCount',
  '$unionWith',
];

/** @throws MongoError 40324 for a stage that does not exist */
export function checkStageName(stage: Doc): void {
  const name = Object.keys(stage)[0] ?? '';
  if (!reshaping.includes(name) && !otherStages.includes(name))
    throw fail(40324, `Unrecognized pipeline stage name: '${name}'`);
}

function refuseStage(stage: Doc): never {
  checkStageName(stage);
  throw fail(72, `${Object.keys(stage)[0]} is not allowed to be used within an update`);
}

/** Compiles a stage that transforms one document at a time; undefined for other stages. */
export function compileReshapingStage(stage: Doc, variables: Doc): DocumentTransform | undefined {
  const [name, spec] = Object.entries(stage)[0] ?? [];
  switch (name) {
    case '$project':
      return compileProject(spec, { variables });
    case '$addFields':
    case '$set':
      return compileAddFields(spec, variables);
    case '$unset':
      return compileUnset(spec);
    case '$replaceWith':
      return compileReplaceRoot(spec, variables);
    case '$replaceRoot':
      if (!isDocument(spec)) throw fail(40229, 'expected an object as specification for $replaceRoot stage');
      checkNames('$replaceRoot', spec, ['newRoot'], 40230);
      if (isMissing(spec.newRoot)) throw fail(40231, 'no newRoot specified for the $replaceRoot stage');
      return compileReplaceRoot(spec.newRoot, variables);
    default:
      return undefined;
  }
}
