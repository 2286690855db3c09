import type { Identifier } from 'react-admin';
import { messages, someFailed } from '#domain/platform/messages';
import { errorMessage, HttpError, isMissing } from '#browser/http';
import { isUnanswered } from './session/untilAnswered.js';

/** Calls at the same time. */
const most = 5;

export const chunksOf = <Item>(items: Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

/**
 * Makes a call for each record, each with its own outcome; a record that is gone needs no deletion. Throws where some
 * calls failed, with how many, and why: react-admin shows it and the list as it is then.
 */
export async function forEachRecord(
  act: 'update' | 'delete',
  ids: Identifier[],
  call: (id: Identifier) => Promise<unknown>,
): Promise<{ data: never[] }> {
  const reasons: string[] = [];
  let failed = 0;
  for (const some of chunksOf(ids, most))
    await Promise.all(
      some.map((id) =>
        call(id).catch((error: unknown) => {
          if (act === 'delete' && isMissing(error)) return;
          failed += 1;
          const reason = errorMessage(error, '');
          if (!reasons.includes(reason)) reasons.push(reason);
        }),
      ),
    );
  if (failed > 0) throw new Error(someFailed(act, failed, ids.length, reasons));
  return { data: ids as never[] };
}

/** Records per call, so that the server responds to each call well within the timeout. */
const batchSize = 25;

interface BatchOptions {
  /** The message of a failure that has none of its own. */
  failure: string;
  /** True where nothing is returned of a first call that failed: its error is thrown. */
  isFirstThrown?: boolean;
  onProgress?: ((done: number) => void) | undefined;
}

/** Makes one call after the other, until one fails; returns for each record whether it was done, or why not. */
export async function inBatches<Result extends { id: string; ok: boolean; message?: string }>(
  ids: string[],
  call: (some: string[]) => Promise<Result[]>,
  { failure, isFirstThrown = false, onProgress }: BatchOptions,
): Promise<Result[]> {
  const results: Result[] = [];
  const refuse = (some: string[], message: string) =>
    some.map((id) => ({ id, ok: false, message }) as Result);
  for (const some of chunksOf(ids, batchSize)) {
    try {
      results.push(...(await call(some)));
    } catch (error) {
      const message = errorMessage(error, failure);
      const ofThese = isUnanswered(error) ? messages.outcomeUnknown : message;
      if (isFirstThrown && !results.length) throw isUnanswered(error) ? new HttpError(ofThese, 0) : error;
      const behind = ids.slice(results.length + some.length);
      return [...results, ...refuse(some, ofThese), ...refuse(behind, message)];
    }
    onProgress?.(results.length);
  }
  return results;
}
