import { isDeepStrictEqual } from 'node:util';
import { ConflictException } from '@nestjs/common';
import { erasedText, erasureMessages } from '#domain/care/personal-data';
import type { Payment } from './payment.schema.js';
import type { PaymentAct } from './payment-act.js';

const wordFields = ['transferReference', 'notes', 'paymentDetails', 'paymentType', 'buyer'] as const;

function withoutNote<Entry extends { note?: string }>(entry: Entry): Entry {
  const wordless = { ...entry };
  delete wordless.note;
  return wordless;
}

/** Returns an act without the notes, for a payment whose words are erased. Throws 409 for words that were typed. */
export function withoutWords(before: Payment, act: PaymentAct): PaymentAct {
  const { typed, notes, fields = {}, entries = [] } = act;
  const known: unknown[] = [undefined, '', erasedText, fields.paymentMethod];
  const isNew = (field: (typeof wordFields)[number]) =>
    !known.includes(fields[field]) && !isDeepStrictEqual(fields[field], before[field]);
  if (typed || wordFields.some(isNew)) throw new ConflictException(erasureMessages.erasedRecord);
  const wordless = { ...withoutNote(act), entries: entries.map(withoutNote) };
  if (notes?.length) delete wordless.notes;
  return wordless;
}
