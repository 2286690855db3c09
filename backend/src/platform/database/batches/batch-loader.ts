import { setTimeout as delay } from 'node:timers/promises';
import DataLoader from 'dataloader';
import { Types } from 'mongoose';

/** Longest time that a query in flight delays the next batch, in milliseconds. */
const maxWaitMs = 100;

/**
 * Batches concurrent look-ups: while one query is in flight, new keys join the next. Every query starts after its keys
 * were requested, so that, unlike one from a cache, no result is stale. `load` gets the keys, repeated ones included,
 * and returns the values in their order; a query that fails rejects the calls of its own batch only. `oneAtATime` starts
 * no batch before the one in flight has ended, however long that takes. `atMost` is the largest number of keys of a batch.
 */
export const createBatchLoader = <Key extends string | object, Value>(
  load: (keys: readonly Key[]) => Promise<Value[]>,
  { oneAtATime = false, atMost = Infinity } = {},
) => {
  let inFlight: Promise<unknown> | undefined;
  const loader = new DataLoader<Key, Value>(
    (keys) => {
      const values = load(keys);
      inFlight = values;
      const ended = () => {
        if (inFlight === values) inFlight = undefined;
      };
      values.then(ended, ended);
      return values;
    },
    {
      cache: false,
      maxBatchSize: atMost,
      batchScheduleFn: (dispatch) => {
        // Calls of the same turn of the event loop join: alone in a batch, the first would hold up all others.
        if (!inFlight) return void setImmediate(dispatch);
        const ended = inFlight.catch(() => undefined);
        const next = oneAtATime ? ended : Promise.race([ended, delay(maxWaitMs, undefined, { ref: false })]);
        void next.then(dispatch);
      },
    },
  );
  return (key: Key): Promise<Value> => loader.load(key);
};

/** Returns the condition that a record has one of these ids, without duplicates; a single id is a plain look-up. */
export function oneOfIds(ids: readonly string[]): { _id: Types.ObjectId | { $in: Types.ObjectId[] } } {
  const distinct = [...new Set(ids)].map((id) => new Types.ObjectId(id));
  const [only] = distinct;
  return { _id: distinct.length === 1 && only ? only : { $in: distinct } };
}
