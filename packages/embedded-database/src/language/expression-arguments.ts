import { type Doc, isDocument } from '../values/bson.js';
import { fail } from '../values/errors.js';
import { isMissing, isNumber, toNumber } from '../values/ranks.js';
import { typeName } from '../values/values.js';

/**
 * Returns the arguments given as one document, in the order of their names here.
 * @param codes error codes of an argument that is no document, of an unknown name, and of a missing one
 */
export function namedParts(
  operatorName: string,
  argument: unknown,
  required: string[],
  optional: string[],
  codes: [shape: number, unknown: number, missing: number],
  missing: Record<string, number> = {},
): Doc {
  if (!isDocument(argument)) throw fail(codes[0], `${operatorName} only supports an object as its argument`);
  const names = [...required, ...optional];
  const unknown = Object.keys(argument).find((name) => !names.includes(name));
  if (unknown !== undefined) throw fail(codes[1], `Unrecognized parameter to ${operatorName}: ${unknown}`);
  const absent = required.find((name) => !(name in argument));
  if (absent !== undefined)
    throw fail(missing[absent] ?? codes[2], `Missing '${absent}' parameter to ${operatorName}`);
  return Object.fromEntries(names.filter((name) => name in argument).map((name) => [name, argument[name]]));
}

/** Returns the operands: one that is no array stands for itself. */
export const list = (argument: unknown): unknown[] => (Array.isArray(argument) ? argument : [argument]);

/** @throws MongoError 9 for an invalid name of a client's variable */
export function variableName(name: unknown): string {
  if (typeof name !== 'string' || !(/^[a-z\u0080-\uffff]/.test(name) || name === 'CURRENT'))
    throw fail(9, `'${String(name)}' starts with an invalid character for a user variable name`);
  if (/[^\w\u0080-\uffff]/.test(name))
    throw fail(9, `'${name}' contains an invalid character for a variable name`);
  return name;
}

/** @throws MongoError of that code for an input that is no array; one without a value is undefined */
export function arrayInput(name: string, value: unknown, code: number): unknown[] | undefined {
  if (isMissing(value)) return undefined;
  if (!Array.isArray(value)) throw fail(code, `input to ${name} must be an array not ${typeName(value)}`);
  return value as unknown[];
}

/** @throws MongoError 327391, 327392 for a `limit` of `$filter` that is no positive int */
export function filterLimit(limit: unknown): number {
  if (isMissing(limit)) return Infinity;
  const left = isNumber(limit) ? toNumber(limit) : NaN;
  if ((left | 0) !== left) throw fail(327391, '$filter: limit must be a 32-bit integral value');
  if (left < 1) throw fail(327392, '$filter: limit must be greater than 0');
  return left;
}
