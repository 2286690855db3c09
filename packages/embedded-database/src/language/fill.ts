import { checkNames, missingField } from '../values/arguments.js';
import { isDocument, type Doc } from '../values/bson.js';
import { fail } from '../values/errors.js';
import { PAUSE_EVERY } from '../values/slices.js';
import type { Flow } from './flow.js';
import { compileAddFields } from './transforms.js';
import { setWindowFields } from './windows.js';

/** https://www.mongodb.com/docs/manual/reference/operator/aggregation/fill/ */
export function fill(spec: unknown, variables: Doc): (docs: Doc[]) => Flow {
  if (!isDocument(spec)) throw fail(9, 'the $fill specification must be an object');
  checkNames('$fill', spec, ['partitionBy', 'partitionByFields', 'sortBy', 'output']);
  const { partitionBy, partitionByFields, sortBy, output } = spec;
  if (!isDocument(output)) throw missingField('$fill.output');
  if (Object.keys(output).length === 0) throw fail(6050203, '$fill must have at least one output field');
  if (partitionBy !== undefined && partitionByFields !== undefined)
    throw fail(6050204, "Maximum one of 'partitionBy' and 'partitionByFields' can be specified in '$fill'");
  if (partitionByFields !== undefined && !Array.isArray(partitionByFields))
    throw fail(14, "BSON field '$fill.partitionByFields' must be an array");
  const windows: Doc = {};
  const values: Doc = {};
  for (const [name, how] of Object.entries(output)) {
    if (!isDocument(how)) throw fail(6050200, 'Each fill output specification must be an object');
    checkNames(`$fill.output.${name}`, how, ['method', 'value']);
    if (Object.keys(how).length !== 1)
      throw fail(6050201, "Exactly one of 'value' and 'method' must be specified");
    if ('value' in how) values[name] = { $ifNull: [`$${name}`, how.value] };
    else if (how.method === 'locf') windows[name] = { $locf: `$${name}` };
    else if (how.method === 'linear') windows[name] = { $linearFill: `$${name}` };
    else throw fail(6050202, 'Method must be either locf or linear');
  }
  const names = partitionByFields as string[] | undefined;
  const partition = names ? names.map((name) => ({ $ifNull: [`$${name}`, null] })) : undefined;
  const run = setWindowFields(
    {
      output: windows,
      ...(sortBy !== undefined && { sortBy }),
      // An array is not allowed as a partition, so its values are put into an object.
      ...(partition && { partitionBy: Object.fromEntries(partition.map((value, at) => [`p${at}`, value])) }),
      ...(partitionBy !== undefined && { partitionBy }),
    },
    variables,
  );
  const add = Object.keys(values).length > 0 ? compileAddFields(values, variables) : undefined;
  return function* (docs) {
    let count = 0;
    for (const doc of Object.keys(windows).length > 0 ? run(docs) : docs) {
      if (++count % PAUSE_EVERY === 0) yield null;
      yield doc && add ? add(doc) : doc;
    }
  };
}
