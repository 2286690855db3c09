import { type Doc, entriesOf, isDocument, setField } from '../values/bson.js';
import { fail } from '../values/errors.js';
import { checkSortBy, sortArray, zip } from './array-operators.js';
import { dateParts } from './date-operators.js';
import { arrayInput, filterLimit, list, namedParts, variableName } from './expression-arguments.js';
import { checkCount, namedOperators, operators, unrecognized } from './operators.js';
import { isMissing } from '../values/ranks.js';
import { isTruthy } from '../values/values.js';
import { checkFieldName, fieldAt, fieldPath } from '../values/field-path.js';
import { countSteps } from '../values/time-limit.js';

/** The scope of an evaluation: the document, `$$CURRENT`, and the variables. */
interface Scope {
  root: Doc;
  /** The value that field paths refer to: the root, unless `$let` sets `CURRENT`. */
  current: unknown;
  variables: Doc;
}
type Evaluate = (scope: Scope) => unknown;

/** A compiled aggregation expression; a missing value is undefined. */
export type Expression = (doc: Doc) => unknown;

/**
 * Compiles an aggregation expression once, to be evaluated on many documents.
 * @param constants variables of the command: its `let`
 * @throws MongoError 168 for an operator that does not exist
 */
export function expression(spec: unknown, constants: Doc = {}): Expression {
  const run = compileWith(['NOW', ...Object.keys(constants)], spec);
  const variables: Doc = { NOW: new Date(), ...constants };
  return (doc) => run({ root: doc, current: doc, variables });
}

/** Names of the variables in scope of the expression that is being compiled. */
let inSight: readonly string[] = [];

/** Compiles an expression with further variables in scope. */
function compileWith(names: readonly string[], spec: unknown): Evaluate {
  const outer = inSight;
  inSight = [...outer, ...names];
  try {
    return compile(spec);
  } finally {
    inSight = outer;
  }
}

function compile(spec: unknown): Evaluate {
  if (typeof spec === 'string' && spec.startsWith('$'))
    return spec.startsWith('$$') ? variable(spec.slice(2)) : field(spec.slice(1));
  if (Array.isArray(spec)) {
    const items = spec.map(compile);
    return (scope) => items.map((item) => item(scope) ?? null);
  }
  if (!isDocument(spec)) return () => spec;
  const names = Object.keys(spec);
  const first = names[0];
  if (!first?.startsWith('$')) return object(spec);
  if (names.length > 1)
    throw fail(
      15983,
      `an expression specification must contain exactly one field, the name of the expression. Found ${names.length} fields`,
    );
  return operator(first, spec[first]);
}

function object(spec: Doc): Evaluate {
  const fields = entriesOf(spec).map(([name, value]) => {
    checkFieldName(name);
    if (name.includes('.'))
      throw fail(16412, "FieldPath field names may not contain '.'. Consider using $getField or $setField.");
    return [name, compile(value)] as const;
  });
  return (scope) => {
    const out: Doc = {};
    for (const [name, run] of fields) {
      const value = run(scope);
      if (value !== undefined) setField(out, name, value);
    }
    return out;
  };
}

function field(name: string): Evaluate {
  if (name === '') throw fail(16872, "'$' by itself is not a valid FieldPath");
  const path = fieldPath(name);
  return ({ current }) => fieldAt(current, path);
}

function variable(name: string): Evaluate {
  const [head, ...path] = name.split('.') as [string, ...string[]];
  switch (head) {
    case 'ROOT':
      return ({ root, variables }) => fieldAt(variables.ROOT ?? root, path);
    case 'CURRENT':
      return ({ current }) => fieldAt(current, path);
    case 'REMOVE':
      return () => undefined;
    default:
      if (!/^[A-Z]/.test(head)) variableName(head);
      if (!inSight.includes(head)) throw fail(17276, `Use of undefined variable: ${head}`);
      return ({ variables }) => fieldAt(variables[head], path);
  }
}

const withVariables = (scope: Scope, added: Doc): Scope => ({
  root: scope.root,
  current: 'CURRENT' in added ? added.CURRENT : scope.current,
  variables: { ...scope.variables, ...added },
});

/** Evaluates a body for each element of an array, in one scope whose variables are overwritten each time. */
function inLoop(scope: Scope, body: Evaluate): (added: Doc) => unknown {
  const inner = { ...scope, variables: { ...scope.variables } };
  return (added) => {
    countSteps();
    Object.assign(inner.variables, added);
    if ('CURRENT' in added) inner.current = added.CURRENT;
    return body(inner);
  };
}

/** Operators that evaluate their arguments lazily, or bind variables. */
const specialForms: Record<string, (argument: unknown, name: string) => Evaluate> = {
  $literal: (argument) => () => argument,
  $and: (argument) => {
    const parts = list(argument).map(compile);
    return (scope) => parts.every((part) => isTruthy(part(scope)));
  },
  $or: (argument) => {
    const parts = list(argument).map(compile);
    return (scope) => parts.some((part) => isTruthy(part(scope)));
  },
  $cond: (argument) => {
    const parts = isDocument(argument)
      ? Object.values(
          namedParts('$cond', argument, ['if', 'then', 'else'], [], [17083, 17083, 17080], {
            then: 17081,
            else: 17082,
          }),
        )
      : list(argument);
    if (parts.length !== 3)
      throw fail(16020, `Expression $cond takes exactly 3 arguments. ${parts.length} were passed in.`);
    const [condition, then, otherwise] = parts.map(compile) as [Evaluate, Evaluate, Evaluate];
    return (scope) => (isTruthy(condition(scope)) ? then(scope) : otherwise(scope));
  },
  $ifNull: (argument) => {
    const parts = list(argument).map(compile);
    if (parts.length < 2) throw fail(1257300, `$ifNull needs at least two arguments, had: ${parts.length}`);
    return (scope) => {
      let value: unknown;
      for (const part of parts) if (!isMissing((value = part(scope)))) return value;
      return value;
    };
  },
  $switch: (argument) => {
    const spec = namedParts('$switch', argument, [], ['branches', 'default'], [40060, 40067, 40068]);
    if (!Array.isArray(spec.branches ?? [])) throw fail(40061, "$switch expected an array for 'branches'");
    const branches = ((spec.branches ?? []) as unknown[]).map((branch) => {
      const { case: condition, then } = namedParts(
        '$switch',
        branch,
        ['case', 'then'],
        [],
        [40062, 40063, 40064],
        { then: 40065 },
      );
      return [compile(condition), compile(then)] as const;
    });
    if (branches.length === 0) throw fail(40068, '$switch requires at least one branch.');
    const otherwise = 'default' in spec ? compile(spec.default) : undefined;
    return (scope) => {
      const branch = branches.find(([condition]) => isTruthy(condition(scope)));
      if (branch) return branch[1](scope);
      if (!otherwise)
        throw fail(
          40066,
          '$switch could not find a matching branch for an input, and no default was specified.',
        );
      return otherwise(scope);
    };
  },
  $let: (argument) => {
    const spec = namedParts('$let', argument, ['vars', 'in'], [], [16874, 16875, 16876], { in: 16877 });
    if (!isDocument(spec.vars)) throw fail(10065, 'invalid parameter: expected an object (vars)');
    const variables = Object.entries(spec.vars).map(
      ([name, value]) => [variableName(name), compile(value)] as const,
    );
    const body = compileWith(Object.keys(spec.vars), spec.in);
    return (scope) =>
      body(withVariables(scope, Object.fromEntries(variables.map(([name, value]) => [name, value(scope)]))));
  },
  $map: (argument) => {
    const spec = namedParts('$map', argument, ['input', 'in'], ['as'], [16878, 16879, 16880], { in: 16882 });
    const as = variableName(spec.as ?? 'this');
    const [runInput, runBody] = [compile(spec.input), compileWith([as], spec.in)];
    return (scope) => {
      const run = inLoop(scope, runBody);
      const items = arrayInput('$map', runInput(scope), 16883);
      return items ? items.map((item) => run({ [as]: item }) ?? null) : null;
    };
  },
  $filter: (argument) => {
    const spec = namedParts('$filter', argument, ['input', 'cond'], ['as', 'limit'], [28646, 28647, 28648], {
      cond: 28650,
    });
    const as = variableName(spec.as ?? 'this');
    const [runInput, runCondition] = [compile(spec.input), compileWith([as], spec.cond)];
    const runLimit = compile(spec.limit ?? null);
    return (scope) => {
      const run = inLoop(scope, runCondition);
      const items = arrayInput('$filter', runInput(scope), 28651);
      if (!items) return null;
      const limit = filterLimit(runLimit(scope));
      const kept: unknown[] = [];
      for (const item of items) {
        if (kept.length >= limit) break;
        if (isTruthy(run({ [as]: item }))) kept.push(item);
      }
      return kept;
    };
  },
  $reduce: (argument) => {
    const spec = namedParts('$reduce', argument, ['input', 'initialValue', 'in'], [], [40075, 40076, 40077], {
      initialValue: 40078,
      in: 40079,
    });
    const [runInput, runInitial] = [compile(spec.input), compile(spec.initialValue)];
    const runBody = compileWith(['this', 'value'], spec.in);
    return (scope) => {
      const run = inLoop(scope, runBody);
      const items = arrayInput('$reduce', runInput(scope), 40080);
      return items ? items.reduce((value, item) => run({ value, this: item }), runInitial(scope)) : null;
    };
  },
  $sortArray: (argument) => {
    const { input, sortBy } = namedParts(
      '$sortArray',
      argument,
      ['input', 'sortBy'],
      [],
      [2942500, 2942501, 2942502],
      { sortBy: 2942503 },
    );
    checkSortBy(sortBy);
    const runInput = compile(input);
    return (scope) => {
      const items = arrayInput('$sortArray', runInput(scope), 2942504);
      return items ? sortArray(items, sortBy) : null;
    };
  },
  $zip: (argument) => {
    const {
      inputs,
      useLongestLength = false,
      defaults,
    } = namedParts('$zip', argument, ['inputs'], ['useLongestLength', 'defaults'], [34460, 34464, 34465]);
    if (!Array.isArray(inputs)) throw fail(34461, 'inputs must be an array of expressions');
    if (defaults !== undefined && !Array.isArray(defaults))
      throw fail(34462, 'defaults must be an array of expressions');
    if (typeof useLongestLength !== 'boolean') throw fail(34463, 'useLongestLength must be a bool');
    if (inputs.length === 0) throw fail(34465, '$zip requires at least one input array');
    if (defaults && !useLongestLength)
      throw fail(34466, 'cannot specify defaults unless useLongestLength is true');
    if (defaults && defaults.length !== inputs.length)
      throw fail(34467, 'defaults and inputs must have the same length');
    const [runInputs, runDefaults] = [inputs.map(compile), ((defaults ?? []) as unknown[]).map(compile)];
    return (scope) =>
      zip(
        runInputs.map((run) => run(scope)),
        useLongestLength,
        runDefaults.map((run) => run(scope)),
      );
  },
  $getField: (argument) => {
    const isLong = isDocument(argument) && !Object.keys(argument)[0]?.startsWith('$');
    const spec = isLong
      ? namedParts('$getField', argument, ['field', 'input'], [], [3041700, 3041701, 3041702], {
          input: 3041703,
        })
      : { field: argument, input: '$$CURRENT' };
    const [name, input] = [compile(spec.field), compile(spec.input)];
    return (scope) => {
      const [from, key] = [input(scope), name(scope)];
      if (typeof key !== 'string')
        throw fail(3041704, "$getField requires 'field' to evaluate to type String");
      if (isMissing(from)) return from;
      return isDocument(from) && Object.hasOwn(from, key) ? from[key] : undefined;
    };
  },
  $setField: (argument) => setFieldOperator('$setField', argument),
  $unsetField: (argument) => setFieldOperator('$unsetField', argument),
  ...Object.fromEntries(
    Object.entries(dateParts).map(([name, run]) => [
      name,
      (argument: unknown) => datePart(name, argument, run),
    ]),
  ),
};

function setFieldOperator(name: '$setField' | '$unsetField', argument: unknown): Evaluate {
  const required = name === '$setField' ? ['field', 'value', 'input'] : ['field', 'input'];
  const spec = namedParts(name, argument, required, [], [4161100, 4161101, 4161102], {
    value: 4161103,
    input: 4161109,
  });
  const { field } = spec;
  const key = isDocument(field) ? (field.$literal ?? field.$const) : field;
  if (isDocument(field) && key === undefined)
    throw fail(4161106, `${name} requires 'field' to evaluate to a constant`);
  if (typeof key !== 'string') throw fail(4161107, `${name} requires 'field' to be a string`);
  if (key === field && key.startsWith('$'))
    throw fail(4161108, `A field path reference is not allowed as the 'field' of ${name}`);
  if (key.includes('\0')) throw fail(9534700, `The 'field' of ${name} must not contain null bytes`);
  const [input, value] = [compile(spec.input), compile(name === '$setField' ? spec.value : '$$REMOVE')];
  return (scope) => {
    const from = input(scope);
    if (isMissing(from)) return null;
    if (!isDocument(from)) throw fail(4161105, `${name} requires 'input' to evaluate to type Object`);
    const out: Doc = { ...from };
    const next = value(scope);
    if (next === undefined) delete out[key];
    else setField(out, key, next);
    return out;
  };
}

/** `$year` and similar operators: of a value, or of `date` in a `timezone`. */
function datePart(name: string, argument: unknown, run: (args: Doc) => unknown): Evaluate {
  if (isDocument(argument) && !Object.keys(argument)[0]?.startsWith('$')) {
    return evaluateNamed(namedParts(name, argument, ['date'], ['timezone'], [40535, 40535, 40539]), run);
  }
  const parts = list(argument);
  if (parts.length !== 1)
    throw fail(
      40536,
      `${name} accepts exactly one argument if given an array, but was given ${parts.length}`,
    );
  return evaluateNamed({ date: parts[0] }, run);
}

function evaluateNamed(spec: Doc, run: (args: Doc) => unknown): Evaluate {
  const parts = Object.entries(spec).map(([name, value]) => [name, compile(value)] as const);
  return (scope) => run(Object.fromEntries(parts.map(([name, part]) => [name, part(scope)])));
}

function operator(name: string, argument: unknown): Evaluate {
  const special = specialForms[name];
  if (special) return special(argument, name);
  if (name === '$function' || name === '$accumulator')
    throw fail(2, `${name} is not supported by the embedded database`);
  const byName = namedOperators[name];
  if (byName) {
    const { required, optional, codes, missing, run } = byName;
    return evaluateNamed(namedParts(name, argument, required, optional, codes, missing), run);
  }
  const own = operators[name];
  if (!own) throw fail(168, unrecognized(name));
  const operands = list(argument);
  checkCount(name, operands.length);
  const parts = operands.map(compile);
  return (scope) => own(parts.map((part) => part(scope)));
}
