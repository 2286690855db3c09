import { type Doc, isDocument, namesOf, setField } from '../values/bson.js';
import { fail } from '../values/errors.js';
import { countSteps, isPauseDue } from '../values/time-limit.js';
import { identity } from '../values/values.js';
import { accumulator, type Accumulator } from './accumulators.js';
import { expression } from './expressions.js';
import type { Stage } from './flow.js';

/** https://www.mongodb.com/docs/manual/reference/operator/aggregation/group/ */
export function group(spec: unknown, variables: Doc): Stage {
  if (!isDocument(spec)) throw fail(15947, "a group's fields must be specified in an object");
  if (!('_id' in spec)) throw fail(15955, 'a group specification must include an _id');
  const key = expression(spec._id, variables);
  const names = namesOf(spec).filter((name) => name !== '_id');
  const dotted = names.find((name) => name.includes('.'));
  if (dotted !== undefined) throw fail(40235, `The field name '${dotted}' cannot contain '.'`);
  const operator = names.find((name) => name.startsWith('$'));
  if (operator !== undefined) throw fail(40236, `The field name '${operator}' cannot be an operator name`);
  const makers = names.map((name) => [name, accumulator(spec[name], variables)] as const);
  return function* (input) {
    const groups = new Map<string, { id: unknown; fields: [string, Accumulator][] }>();
    for (const doc of input) {
      if (doc === null) {
        yield null;
        continue;
      }
      const id = key(doc) ?? null;
      const name = identity(id);
      let found = groups.get(name);
      if (!found) groups.set(name, (found = { id, fields: makers.map(([field, make]) => [field, make()]) }));
      for (const [, state] of found.fields) state.add(doc);
      if (isPauseDue()) yield null;
    }
    for (const { id, fields } of groups.values()) {
      const out: Doc = { _id: id };
      for (const [field, state] of fields) {
        const value = state.result();
        if (value !== undefined) setField(out, field, value);
      }
      yield out;
      countSteps();
      if (isPauseDue()) yield null;
    }
  };
}
