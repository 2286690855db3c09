import { AsyncLocalStorage } from 'node:async_hooks';
import { queryTimeoutOptions } from './query-timeout.js';

/** The end of the call that a read belongs to: the database stops a read whose call was left or refused. */
const calls = new AsyncLocalStorage<AbortSignal>();

/** Does the work of a call, whose reads end with the signal. */
export const untilCallEnds = <Result>(signal: AbortSignal, work: () => Result): Result =>
  calls.run(signal, work);

/** Options of a read that may take long and that belongs to one call: its timeout, and the end of the call. */
export function stoppedWithCall() {
  const signal = calls.getStore();
  return { ...queryTimeoutOptions(), ...(signal && { signal }) };
}
