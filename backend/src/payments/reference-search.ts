import { referenceKey, referencePrefix } from '../../../domain/payments.js';
import { containing } from '../http/list-query.js';

/** The length of the parts that references are found by. */
const partLength = 6;
/** Every second place begins a part: half the entries, and of two neighbouring parts of a text one begins at such a place. */
const step = 2;

/** The prefix of every generated reference: a search for it would find all of them. */
const common = referenceKey(referencePrefix);

/** The parts of a reference, as it is compared, that an index holds to find it by what stands anywhere in it. */
export function referenceParts(key: string): string[] {
  const parts = new Set<string>();
  for (let at = key.startsWith(common) ? step : 0; at + partLength <= key.length; at += step)
    parts.add(key.slice(at, at + partLength));
  return [...parts];
}

/** The stored fields of a reference; every write of it sets them. */
export function referenceFields(referenceNumber: string) {
  const key = referenceKey(referenceNumber);
  return { referenceNumber, referenceKey: key, referenceParts: referenceParts(key) };
}

/**
 * The condition that a reference contains the text. One of the text's last two parts is a part of each such reference,
 * so that those few are looked at; a text that is too short for two, or that all references have, is looked for in all.
 */
export function referenceContaining(text: string) {
  const key = referenceKey(text);
  // Nothing but spaces and hyphens: no reference is like that, while every one contains no text at all.
  if (key === '') return { referenceKey: { $in: [] } };
  const found = containing('referenceKey', key);
  if (key.length <= partLength || common.includes(key)) return found;
  return { ...found, referenceParts: { $in: [key.slice(-partLength), key.slice(-partLength - 1, -1)] } };
}
