import { MongoError, unsupported } from './errors.js';
import { isDocument, type Doc } from './bson.js';

/** A document, or an empty one in the place of all else. */
export const document = (value: unknown): Doc => (isDocument(value) ? value : {});

export const missingField = (name: string): MongoError =>
  new MongoError(40414, `BSON field '${name}' is missing but a required field`);

export const unknownField = (name: string, code = 40415): MongoError =>
  new MongoError(code, `BSON field '${name}' is an unknown field.`);

/** @throws MongoError of that code for an option whose name is not among the known ones */
export function checkNames(owner: string, spec: Doc, names: readonly string[], code?: number): void {
  const unknown = Object.keys(spec).find((name) => !names.includes(name));
  if (unknown !== undefined) throw unknownField(`${owner}.${unknown}`, code);
}

/** @throws MongoError 115 for an option that is asked for, of those that are not offered */
export function refuseOptions(command: string, given: Doc, refused: readonly string[]): void {
  const option = refused.find((name) => given[name] !== undefined && given[name] !== false);
  if (option) throw unsupported(`${command} with ${option}`);
}
