import { ConflictException } from '@nestjs/common';
import type mongoose from 'mongoose';
import type { Model, Types } from 'mongoose';
import { messages } from '#domain/platform/messages';
import { longRecordMessages, maximumFormerReferences } from '#domain/payments/payment-limits';
import { isGenerated, referenceKey } from '#domain/payments/payments';
import { isDuplicateKey } from '../../platform/database/duplicate-key.js';
import type { UnitOfWork } from '../../platform/database/transactions/unit-of-work.js';
import { containing } from '../../platform/http/list-query.js';
import { commonReference } from '../../platform/search-index/search-terms.js';
import { searchedPayments } from '../../platform/search-index/search-words.js';
import type { Payment } from '../payment.schema.js';
import { readReference } from './reference-letters.js';

/** Length of the indexed parts of a reference, in characters. */
const partLength = 6;
/** Distance of the parts' starts: 2 halves the entries, and of two neighbouring parts one is still indexed. */
const step = 2;

/** Returns the parts of a normalised reference that are indexed, to find it by any text in it. */
export function referenceParts(key: string): string[] {
  const parts = new Set<string>();
  for (let at = key.startsWith(commonReference) ? step : 0; at + partLength <= key.length; at += step)
    parts.add(key.slice(at, at + partLength));
  return [...parts];
}

/**
 * The stored fields of a reference; every write of it sets them all. A generated reference that it replaces stays one
 * of the payment's: the visitor has it in mails and links, and writes it into the transfer. Throws 409 for too many.
 */
export function referenceFields(
  referenceNumber: string,
  before?: Pick<Payment, 'referenceNumber' | 'formerReferences'>,
) {
  const key = referenceKey(referenceNumber);
  const former = before ? [...(before.formerReferences ?? []), before.referenceNumber] : [];
  const byKey = new Map(former.map((one) => [referenceKey(one), one]));
  byKey.delete(key);
  const kept = [...byKey].filter(([one]) => isGenerated(one));
  if (kept.length > Math.max(maximumFormerReferences, before?.formerReferences?.length ?? 0))
    throw new ConflictException(longRecordMessages.references);
  const keys = kept.map(([one]) => one);
  return {
    referenceNumber,
    referenceKey: key,
    referenceParts: [...new Set([key, ...keys].flatMap(referenceParts))],
    ...((kept.length || before?.formerReferences) && {
      formerReferences: kept.map(([, reference]) => reference),
      formerReferenceKeys: keys,
    }),
  };
}

/**
 * Returns the condition that a reference contains the text, former ones included, or that the text is a whole one with
 * letters that look like digits.
 */
export function referenceContaining(text: string) {
  const key = referenceKey(text);
  const read = readReference(key);
  return read === key ? keyContaining(key) : { $or: [keyContaining(key), keyContaining(read)] };
}

/**
 * Returns the condition that the key of a reference contains another one. Each match has one of its last two parts, so that
 * the index narrows the search; one too short for two parts, or common to all references, is searched in all present ones.
 */
function keyContaining(key: string) {
  // Only spaces and hyphens: matches no reference, while an empty text would match every one.
  if (key === '') return { referenceKey: { $in: [] } };
  const found = containing('referenceKey', key);
  if (key.length <= partLength || commonReference.includes(key)) return found;
  return {
    $or: [found, containing('formerReferenceKeys', key)],
    referenceParts: { $in: [key.slice(-partLength), key.slice(-partLength - 1, -1)] },
  };
}

/** A piece of a generated reference: hex digits with a hyphen between, or as many as its indexed parts need. */
const referencePiece = new RegExp(`^(?=.*\\d)(?:[0-9a-f]+-[0-9a-f]+|[0-9a-f]{${partLength + 1},})$`, 'i');

/** The condition that a payment is found by every word of the text, or that its reference has it as a piece, or is meant by it. */
export function searchedWithPieces(text: string) {
  const words = searchedPayments(text);
  const key = referenceKey(text);
  const isReference = referencePiece.test(text.trim()) || readReference(key) !== key;
  return isReference ? { $or: [words, referenceContaining(text)] } : words;
}

/** Returns whether the database refused a second payment with the same reference. */
export function isReferenceTaken(error: unknown): error is mongoose.mongo.MongoServerError {
  // The driver passes the message of a bulk write's error only, which names the index.
  const { message = '' } = error as { message?: string };
  return isDuplicateKey(error) && / index: referenceKey_1 /.test(message);
}

/** Throws 409 for a reference that another payment has; any other error as it is. */
export function refuseTakenReference(error: unknown): never {
  if (isReferenceTaken(error)) throw new ConflictException(messages.referenceExists);
  throw error;
}

/** Throws 409 for a former reference of another payment than `own`, as its visitor may still use it. */
export async function refuseFormerReference(
  payments: Model<Payment>,
  reference: string,
  unit: UnitOfWork,
  own?: Types.ObjectId,
): Promise<void> {
  const owner = await payments
    .exists({ formerReferenceKeys: referenceKey(reference), ...(own && { _id: { $ne: own } }) })
    .session(unit.session);
  if (owner) throw new ConflictException(messages.referenceExists);
}
