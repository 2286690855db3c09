import { all, compute, each, withValue, type Stage } from './flow.js';
import { Long } from 'bson';
import { type Doc, isDocument } from '../values/bson.js';
import { fail } from '../values/errors.js';
import { expression } from './expressions.js';
import { sortDocuments } from '../values/keys.js';
import { group } from './grouping.js';
import { compileFilter } from './filter.js';
import { compileReshapingStage } from './transforms.js';
import { checkNames } from '../values/arguments.js';
import { checkSort } from '../values/sort.js';
import { fieldPath } from '../values/field-path.js';
import { isMissing, isNumber, parseKeyFields, toNumber } from '../values/ranks.js';
import { countSteps } from '../values/time-limit.js';

function wholeNumber(name: string, value: unknown, code: number): number {
  const number = toNumber(value);
  if (!isNumber(value) || !Number.isInteger(number) || number < 0)
    throw fail(
      code,
      `invalid argument to ${name} stage: Expected a number of at least 0 in: ${name}: ${String(value)}`,
    );
  return number;
}

function limit(spec: unknown): Stage {
  const most = wholeNumber('$limit', spec, 5107201);
  if (most === 0) throw fail(15958, 'the limit must be positive');
  return function* (input) {
    let at = 0;
    for (const doc of input) {
      yield doc;
      if (doc !== null && ++at >= most) return;
    }
  };
}

function skip(spec: unknown): Stage {
  const left = wholeNumber('$skip', spec, 5107200);
  return function* (input) {
    let at = 0;
    for (const doc of input) if (doc === null || at++ >= left) yield doc;
  };
}

function sort(spec: unknown): Stage {
  if (!isDocument(spec)) throw fail(15973, 'the $sort key specification must be an object');
  if (Object.keys(spec).length === 0) throw fail(15976, '$sort stage must have at least one sort key');
  checkSort(spec);
  const fields = parseKeyFields(spec);
  return all(function* (docs) {
    yield* yield* sortDocuments(docs, fields);
  });
}

function sortByCount(spec: unknown, variables: Doc): Stage {
  if (isDocument(spec)) {
    if (!Object.keys(spec)[0]?.startsWith('$'))
      throw fail(40147, 'the sortByCount field must be defined as a $-prefixed path or an expression object');
  } else if (typeof spec !== 'string') {
    throw fail(40149, 'the sortByCount field must be specified as a string or as an object');
  } else if (!spec.startsWith('$')) {
    throw fail(40148, 'the sortByCount field must be defined as a $-prefixed path or an expression object');
  }
  const grouped = group({ _id: spec, count: { $sum: 1 } }, variables);
  const sorted = sort({ count: -1 });
  return (input) => sorted(grouped(input));
}

function unwind(spec: unknown): Stage {
  if (!isDocument(spec) && typeof spec !== 'string')
    throw fail(15981, 'expected either a string or an object as specification for $unwind stage');
  const options = isDocument(spec) ? spec : { path: spec };
  checkNames('$unwind', options, ['path', 'includeArrayIndex', 'preserveNullAndEmptyArrays'], 28811);
  const { path: dollarPath, includeArrayIndex, preserveNullAndEmptyArrays = false } = options;
  if (dollarPath === undefined) throw fail(28812, 'no path specified to $unwind stage');
  if (typeof dollarPath !== 'string') throw fail(28808, 'expected a string as the path for $unwind stage');
  if (!dollarPath.startsWith('$'))
    throw fail(28818, `path option to $unwind stage should be prefixed with a '$': ${dollarPath}`);
  if (typeof preserveNullAndEmptyArrays !== 'boolean')
    throw fail(28809, 'expected a boolean for the preserveNullAndEmptyArrays option to $unwind stage');
  if (includeArrayIndex !== undefined && (typeof includeArrayIndex !== 'string' || includeArrayIndex === ''))
    throw fail(28810, 'expected a non-empty string for the includeArrayIndex option to $unwind stage');
  if (includeArrayIndex?.startsWith('$'))
    throw fail(28822, 'includeArrayIndex option to $unwind stage should not be prefixed with a $');
  expression(dollarPath);
  const path = dollarPath.slice(1).split('.');
  const indexPath = includeArrayIndex === undefined ? undefined : fieldPath(includeArrayIndex);
  const indexed = (doc: Doc, at: unknown) => (indexPath ? withValue(doc, indexPath, at) : doc);
  const valueAt = (doc: Doc) =>
    path.reduce<unknown>((value, name) => (isDocument(value) ? value[name] : undefined), doc);
  return each(function* (doc) {
    const value = valueAt(doc);
    if (Array.isArray(value) && value.length > 0) {
      for (const [at, item] of value.entries()) {
        countSteps();
        yield indexed(withValue(doc, path, item), Long.fromNumber(at));
      }
    } else if (!Array.isArray(value) && !isMissing(value)) {
      yield indexed(doc, null);
    } else if (preserveNullAndEmptyArrays) {
      yield indexed(Array.isArray(value) ? withValue(doc, path, undefined) : doc, null);
    }
  });
}

function count(spec: unknown): Stage {
  if (typeof spec !== 'string' || spec === '')
    throw fail(40156, 'the count field must be a non-empty string');
  if (spec.startsWith('$')) throw fail(40158, 'the count field cannot be a $-prefixed path');
  if (spec.includes('\0')) throw fail(40159, 'the count field cannot contain a null byte');
  if (spec.includes('.')) throw fail(40160, "the count field cannot contain '.'");
  return function* (input) {
    let total = 0;
    for (const doc of input) {
      if (doc === null) yield null;
      else total++;
    }
    if (total > 0) yield { [spec]: total };
  };
}

function match(spec: unknown, variables: Doc): Stage {
  if (!isDocument(spec)) throw fail(15959, 'the match filter must be an expression in an object');
  const test = compileFilter(spec, variables);
  return compute((doc) => (test(doc) ? doc : undefined));
}

/** Returns the only field of a stage: its name and specification. */
export function stageEntry(stage: unknown): [string, unknown] {
  if (!isDocument(stage)) throw fail(14, "Each element of the 'pipeline' array must be an object");
  const entries = Object.entries(stage);
  if (entries.length !== 1)
    throw fail(40323, 'A pipeline stage specification object must contain exactly one field.');
  return entries[0]!;
}

const stages: Record<string, (spec: unknown, variables: Doc) => Stage> = {
  $match: match,
  $limit: limit,
  $skip: skip,
  $sort: sort,
  $group: group,
  $sortByCount: sortByCount,
  $unwind: unwind,
  $count: count,
};
/**
 * Compiles a stage that depends on its input documents only.
 * @throws MongoError 40324 for an unknown stage, 40573 for change streams
 */
export function compileStage(stage: unknown, variables: Doc): Stage {
  const [name, spec] = stageEntry(stage);
  const reshape = compileReshapingStage(stage as Doc, variables);
  if (reshape) return compute(reshape);
  if (Object.hasOwn(stages, name)) return stages[name]!(spec, variables);
  if (name === '$changeStream')
    throw fail(40573, 'The $changeStream stage is only supported on replica sets');
  throw fail(40324, `Unrecognized pipeline stage name: '${name}'`);
}
