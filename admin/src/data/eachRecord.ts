import type { Identifier } from 'react-admin';
import { someFailed } from '#domain/messages';
import { errorMessage, HttpError } from '../../../browser/http.js';

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
          if (act === 'delete' && error instanceof HttpError && error.status === 404) return;
          failed += 1;
          const reason = errorMessage(error, '');
          if (!reasons.includes(reason)) reasons.push(reason);
        }),
      ),
    );
  if (failed > 0) throw new Error(someFailed(act, failed, ids.length, reasons));
  return { data: ids as never[] };
}
