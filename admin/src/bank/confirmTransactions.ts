import type { ConfirmResult } from '#domain/bank/matches';
import { messages } from '#domain/platform/messages';
import type { Call } from '../data/call.js';
import { inBatches } from '../data/eachRecord.js';
import { untilAnswered } from '../data/session/untilAnswered.js';

/** Returns the result of an earlier call, if that has confirmed the transaction without an answer. */
async function confirmedBefore(call: Call, result: ConfirmResult): Promise<ConfirmResult> {
  if (result.ok) return result;
  const { state, allocations, version } = await call('GET /bank-transactions/{id}', { id: result.id });
  if (state !== 'matched') return result;
  return { id: result.id, ok: true, version, made: allocations.map(({ _id }) => _id) };
}

/**
 * Confirms a batch. A call without an answer is made again; a transaction that is matched by then to the payment that it
 * was ready for is confirmed, whichever call did it.
 */
async function confirmBatch(call: Call, ids: string[]): Promise<ConfirmResult[]> {
  let calls = 0;
  const { results } = await untilAnswered(() => {
    calls += 1;
    return call('POST /bank-transactions/confirm', { body: { ids } });
  });
  return calls === 1 ? results : Promise.all(results.map((result) => confirmedBefore(call, result)));
}

/**
 * Confirms ready transactions, batch by batch; returns for each whether it was confirmed, or why not. A batch that
 * fails ends it. Throws where nothing was confirmed before.
 */
export const confirmTransactions = (call: Call, ids: string[], onProgress?: (count: number) => void) =>
  inBatches(ids, (some) => confirmBatch(call, some), {
    failure: messages.confirmTransactions,
    isFirstThrown: true,
    onProgress,
  });
