import { Decimal128, Long } from 'bson';
import { Aggregator } from 'mingo/aggregator';
import { Context } from 'mingo/core';
import * as accumulators from 'mingo/operators/accumulator';
import * as expressions from 'mingo/operators/expression';
import * as stages from 'mingo/operators/pipeline';
import * as windows from 'mingo/operators/window';
import { isDocument, type Doc } from '../values/bson.js';
import { MongoError, unsupported } from '../errors.js';
import { isNumberObject } from '../values/values.js';

const context = Context.init()
  .addPipelineOps(stages)
  .addExpressionOps(expressions)
  .addAccumulatorOps(accumulators)
  .addWindowOps(windows);

/**
 * Runs a stage of the mingo library, which knows JavaScript's numbers only.
 * @throws MongoError 115 where documents hold numbers that would lose digits there
 */
export function libraryStage(stage: Doc, docs: Doc[]): Doc[] {
  refuseScripts(stage);
  const plain = docs.map((doc) => withPlainNumbers(doc) as Doc);
  try {
    const options = { context, useStrictMode: true, scriptEnabled: true, processingMode: 0, idKey: '_id' };
    const aggregator = new Aggregator([withPlainNumbers(stage) as Doc], options);
    return aggregator.run(plain);
  } catch (error) {
    throw error instanceof MongoError ? error : new MongoError(2, (error as Error).message);
  }
}

/** The library makes functions of its own inside its stages; those of a client are not run. */
function refuseScripts(value: unknown): void {
  if (Array.isArray(value)) value.forEach(refuseScripts);
  if (!isDocument(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    if (['$function', '$accumulator', '$where'].includes(name)) throw unsupported(name);
    refuseScripts(inner);
  }
}

function withPlainNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPlainNumbers);
  if (isDocument(value))
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withPlainNumbers(item)]));
  if (!isNumberObject(value)) return value;
  const number = Number(String(value));
  if (value instanceof Decimal128 || (value instanceof Long && !Number.isSafeInteger(number))) {
    throw unsupported('a decimal or large 64-bit number in this stage');
  }
  return number;
}
