import { entriesOf, isDocument, type Doc } from './bson.js';
import { fail } from './errors.js';
import { fieldPath } from './field-path.js';
import { isNumber, toNumber } from './ranks.js';

/** Returns true for 1 and -1. */
export const isDirection = (value: unknown): boolean => isNumber(value) && Math.abs(toNumber(value)) === 1;

/** @throws MongoError 15974, 15975 for an invalid direction, and as `fieldPath` for an invalid name */
export function checkSort(sort: Doc): void {
  for (const [name, direction] of entriesOf(sort)) {
    if (name === '$natural') {
      if (!isDirection(direction) || Object.keys(sort).length > 1)
        throw fail(2, '$natural sort must be 1 or -1, and stand alone');
      continue;
    }
    fieldPath(name);
    if (isDocument(direction) && '$meta' in direction)
      throw fail(115, '$meta sort is not supported by the embedded database');
    if (!isNumber(direction)) throw fail(15974, `Illegal key in $sort specification: ${name}`);
    if (!isDirection(direction))
      throw fail(15975, `$sort key ordering must be 1 (for ascending) or -1 (for descending): ${name}`);
  }
}
