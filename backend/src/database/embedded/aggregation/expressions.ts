import { Code } from 'bson';
import { isDocument, setField, type Doc } from '../values/bson.js';
import { MongoError } from '../errors.js';
import { libraryOperator, operators } from './operators.js';
import { isTruthy } from '../query/query.js';
import { isMissing, typeName } from '../values/values.js';

/** What an expression is evaluated in: the document, what `$$CURRENT` is, and the variables in sight. */
interface Scope {
  root: Doc;
  variables: Doc;
}
type Evaluate = (scope: Scope) => unknown;

/** A compiled aggregation expression; a missing value is undefined. */
export type Expression = (doc: Doc, variables?: Doc) => unknown;

/**
 * Compiles an aggregation expression once, to be evaluated on many documents.
 * @param constants variables of the command: its `let`
 * @throws MongoError 168 for an operator that does not exist
 */
export function expression(spec: unknown, constants: Doc = {}): Expression {
  const run = compile(spec);
  const now = new Date();
  const base: Doc = { NOW: now, ...constants };
  return (doc, variables) => run({ root: doc, variables: variables ? { ...base, ...variables } : base });
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
    throw new MongoError(
      15983,
      `an expression specification must contain exactly one field, the name of the expression. Found ${names.length} fields`,
    );
  return operator(first, spec[first]);
}

function object(spec: Doc): Evaluate {
  const fields = Object.entries(spec).map(([name, value]) => {
    if (name.includes('.'))
      throw new MongoError(
        16410,
        `FieldPath field names may not contain '.'. Consider using $getField or $setField.`,
      );
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

/** The value of a field path; through arrays, the array of what their documents hold there. */
export function fieldAt(value: unknown, path: readonly string[], from = 0): unknown {
  let current = value;
  for (let at = from; at < path.length; at++) {
    if (Array.isArray(current)) {
      return current
        .filter(isDocument)
        .map((item) => fieldAt(item, path, at))
        .filter((item) => item !== undefined);
    }
    const name = path[at]!;
    if (!isDocument(current) || !Object.hasOwn(current, name)) return undefined;
    current = current[name];
  }
  return current;
}

function field(name: string): Evaluate {
  const path = name.split('.');
  if (path.some((part) => part === ''))
    throw new MongoError(15998, 'FieldPath field names may not be empty strings.');
  return ({ root }) => fieldAt(root, path);
}

function variable(name: string): Evaluate {
  const [head, ...path] = name.split('.') as [string, ...string[]];
  switch (head) {
    case 'ROOT':
    case 'CURRENT':
      return ({ root, variables }) => fieldAt(head === 'ROOT' ? (variables.ROOT ?? root) : root, path);
    case 'REMOVE':
      return () => undefined;
    case 'KEEP':
    case 'PRUNE':
    case 'DESCEND':
      return () => `$$${head}`;
    default:
      return ({ variables }) => {
        if (!Object.hasOwn(variables, head))
          throw new MongoError(17276, `Use of undefined variable: ${head}`);
        return fieldAt(variables[head], path);
      };
  }
}

const withVariables = (scope: Scope, added: Doc): Scope => ({
  root: scope.root,
  variables: { ...scope.variables, ...added },
});

/** Forms that do not evaluate all of their arguments first, or that bind variables. */
const specialForms: Record<string, (argument: unknown, name: string) => Evaluate> = {
  $literal: (argument) => () => argument,
  $const: (argument) => () => argument,
  $and: (argument) => {
    const parts = list(argument).map(compile);
    return (scope) => parts.every((part) => isTruthy(part(scope)));
  },
  $or: (argument) => {
    const parts = list(argument).map(compile);
    return (scope) => parts.some((part) => isTruthy(part(scope)));
  },
  $cond: (argument) => {
    const parts = Array.isArray(argument)
      ? (argument as unknown[])
      : [named(argument, '$cond').if, named(argument, '$cond').then, named(argument, '$cond').else];
    if (parts.length !== 3)
      throw new MongoError(
        16020,
        `Expression $cond takes exactly 3 arguments. ${parts.length} were passed in.`,
      );
    const [condition, then, otherwise] = parts.map(compile) as [Evaluate, Evaluate, Evaluate];
    return (scope) => (isTruthy(condition(scope)) ? then(scope) : otherwise(scope));
  },
  $ifNull: (argument) => {
    const parts = list(argument).map(compile);
    if (parts.length < 2)
      throw new MongoError(1257300, `$ifNull needs at least two arguments, had: ${parts.length}`);
    return (scope) => {
      let value: unknown;
      for (const part of parts) if (!isMissing((value = part(scope)))) return value;
      return value;
    };
  },
  $switch: (argument) => {
    const spec = named(argument, '$switch');
    const branches = list(spec.branches).map((branch) => {
      const { case: condition, then } = named(branch, '$switch');
      return [compile(condition), compile(then)] as const;
    });
    const otherwise = 'default' in spec ? compile(spec.default) : undefined;
    return (scope) => {
      const branch = branches.find(([condition]) => isTruthy(condition(scope)));
      if (branch) return branch[1](scope);
      if (!otherwise)
        throw new MongoError(
          40066,
          '$switch could not find a matching branch for an input, and no default was specified.',
        );
      return otherwise(scope);
    };
  },
  $let: (argument) => {
    const spec = named(argument, '$let');
    const variables = Object.entries(named(spec.vars, '$let')).map(
      ([name, value]) => [name, compile(value)] as const,
    );
    const body = compile(spec.in);
    return (scope) =>
      body(withVariables(scope, Object.fromEntries(variables.map(([name, value]) => [name, value(scope)]))));
  },
  $map: (argument) => {
    const { input, as = 'this', in: body } = named(argument, '$map');
    const [runInput, runBody] = [compile(input), compile(body)];
    return (scope) =>
      arrayInput('$map', runInput(scope))?.map(
        (item) => runBody(withVariables(scope, { [as as string]: item })) ?? null,
      ) ?? null;
  },
  $filter: (argument) => {
    const { input, as = 'this', cond, limit } = named(argument, '$filter');
    const [runInput, runCondition, runLimit] = [compile(input), compile(cond), compile(limit ?? null)];
    return (scope) => {
      const kept = arrayInput('$filter', runInput(scope))?.filter((item) =>
        isTruthy(runCondition(withVariables(scope, { [as as string]: item }))),
      );
      const most = runLimit(scope);
      return kept ? (isMissing(most) ? kept : kept.slice(0, Number(most))) : null;
    };
  },
  $reduce: (argument) => {
    const { input, initialValue, in: body } = named(argument, '$reduce');
    const [runInput, runInitial, runBody] = [compile(input), compile(initialValue), compile(body)];
    return (scope) => {
      const items = arrayInput('$reduce', runInput(scope));
      if (!items) return null;
      return items.reduce<unknown>(
        (value, item) => runBody(withVariables(scope, { value, this: item })),
        runInitial(scope),
      );
    };
  },
  $sortArray: (argument) => {
    const { input, sortBy } = named(argument, '$sortArray');
    const runInput = compile(input);
    return (scope) => operators.$sortArray!([runInput(scope), sortBy]);
  },
  $getField: (argument) => {
    const spec =
      isDocument(argument) && 'field' in argument ? argument : { field: argument, input: '$$CURRENT' };
    const [name, input] = [compile(spec.field), compile(spec.input ?? '$$CURRENT')];
    return (scope) => {
      const [from, key] = [input(scope), name(scope)];
      if (typeof key !== 'string')
        throw new MongoError(3041704, "$getField requires 'field' to evaluate to type String");
      if (isMissing(from)) return from;
      return isDocument(from) && Object.hasOwn(from, key) ? from[key] : undefined;
    };
  },
};

/** Arguments given as one document, by name. */
function named(argument: unknown, operatorName: string): Doc {
  if (!isDocument(argument))
    throw new MongoError(2, `${operatorName} only supports an object as its argument`);
  return argument;
}

const list = (argument: unknown): unknown[] => (Array.isArray(argument) ? argument : [argument]);

function arrayInput(name: string, value: unknown): unknown[] | undefined {
  if (isMissing(value)) return undefined;
  if (!Array.isArray(value))
    throw new MongoError(16883, `input to ${name} must be an array not ${typeName(value)}`);
  return value as unknown[];
}

function operator(name: string, argument: unknown): Evaluate {
  const special = specialForms[name];
  if (special) return special(argument, name);
  if (argument instanceof Code || name === '$function' || name === '$accumulator') {
    throw new MongoError(2, `${name} is not supported by the embedded database`);
  }
  const own = operators[name];
  if (own) {
    const parts = list(argument).map(compile);
    return (scope) => own(parts.map((part) => part(scope)));
  }
  const library = libraryOperator(name);
  if (isDocument(argument) && !Object.keys(argument)[0]?.startsWith('$')) {
    const parts = Object.entries(argument).map(([key, value]) => [key, compile(value)] as const);
    return (scope) => library(Object.fromEntries(parts.map(([key, part]) => [key, part(scope)])));
  }
  if (Array.isArray(argument)) {
    const parts = argument.map(compile);
    return (scope) => library(parts.map((part) => part(scope)));
  }
  const single = compile(argument);
  return (scope) => library(single(scope));
}
