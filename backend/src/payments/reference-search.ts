import { ConflictException } from '@nestjs/common';
import type mongoose from 'mongoose';
import { messages } from '../../../domain/messages.js';
import { referenceKey, referencePrefix } from '../../../domain/payments.js';
import { containing } from '../http/list-query.js';

/** Length of the indexed parts of a reference, in characters. */
const partLength = 6;
/**
 * Distance of the parts' starts: 2 halves the entries, and one of two neighbouring parts of a text is still indexed.
 */
const step = 2;

/** The prefix of every generated reference: a search for it would match all of them. */
const common = referenceKey(referencePrefix);

/** Returns the parts of a normalised reference that are indexed, to find it by any text in it. */
export function referenceParts(key: string): string[] {
  const parts = new Set<string>();
  for (let at = key.startsWith(common) ? step : 0; at + partLength <= key.length; at += step)
    parts.add(key.slice(at, at + partLength));
  return [...parts];
}

/** The stored fields of a reference; every write of it sets them all. */
export function referenceFields(referenceNumber: string) {
  const key = referenceKey(referenceNumber);
  return { referenceNumber, referenceKey: key, referenceParts: referenceParts(key) };
}

/**
 * Returns the condition that a reference contains the text. Each match has one of the text's last two parts, so that
 * the index narrows the search; a text too short for two parts, or common to all references, is searched in all of
 * them.
 */
export function referenceContaining(text: string) {
  const key = referenceKey(text);
  // Only spaces and hyphens: matches no reference, while an empty text would match every one.
  if (key === '') return { referenceKey: { $in: [] } };
  const found = containing('referenceKey', key);
  if (key.length <= partLength || common.includes(key)) return found;
  return { ...found, referenceParts: { $in: [key.slice(-partLength), key.slice(-partLength - 1, -1)] } };
}

/** Returns whether the database refused a second payment with the same reference. */
export function isReferenceTaken(error: unknown): error is mongoose.mongo.MongoServerError {
  const { code, keyPattern } = error as { code?: unknown; keyPattern?: object };
  return code === 11000 && keyPattern !== undefined && 'referenceKey' in keyPattern;
}

/** Throws 409 for a reference that another payment has; any other error as it is. */
export function refuseTakenReference(error: unknown): never {
  if (isReferenceTaken(error)) throw new ConflictException(messages.referenceExists);
  throw error;
}
