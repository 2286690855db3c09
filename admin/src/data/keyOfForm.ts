import { newKey } from '#browser/newKey';

const keys = new Map<string, string>();

/**
 * The Idempotency-Key of a form that adds a record: the same one until the record is added, so that a form which is sent
 * again after a lost response adds no second record. A form that is opened anew has an entry of its own in the
 * browser's history, and so another key. `forget` is called once the record is added.
 */
export function keyOfForm(resource: string): { key: string; forget: () => void } {
  const { key: entry } = (history.state ?? {}) as { key?: string };
  const form = `${resource} ${entry ?? location.pathname}`;
  const key = keys.get(form) ?? newKey();
  keys.set(form, key);
  return { key, forget: () => void keys.delete(form) };
}
