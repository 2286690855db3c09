import { fail, type MongoError, unsupported } from './errors.js';
import { isDocument, type Doc } from './bson.js';

/** Returns the value if it is a document, else an empty one. */
export const document = (value: unknown): Doc => (isDocument(value) ? value : {});

export const missingField = (name: string): MongoError =>
  fail(40414, `BSON field '${name}' is missing but a required field`);

export const unknownField = (name: string, code = 40415): MongoError =>
  fail(code, `BSON field '${name}' is an unknown field.`);

/** @throws MongoError of that code for an unknown option */
export function checkNames(owner: string, spec: Doc, names: readonly string[], code?: number): void {
  const unknown = Object.keys(spec).find((name) => !names.includes(name));
  if (unknown !== undefined) throw unknownField(`${owner}.${unknown}`, code);
}

/** @throws MongoError 115 for a given option that is not supported */
export function refuseOptions(command: string, given: Doc, refused: readonly string[]): void {
  const option = refused.find((name) => given[name] !== undefined && given[name] !== false);
  if (option) throw unsupported(`${command} with ${option}`);
}
