import type { FieldChange } from './change.js';

type Plain = Record<string, unknown>;

/** Derived fields and fields that change with every write; they are no change of their own. */
const unauditedFields = new Set([
  '_id',
  'version',
  'createdAt',
  'updatedAt',
  'statusHistory',
  'referenceParts',
  'terms',
  'furtherEmailKeys',
  'duplicateKeys',
  'differentFrom',
  'duplicatesDue',
  'wordsDue',
  'isDuplicate',
  'termEnds',
  'formerReferences',
  'formerReferenceKeys',
  'due',
  'reminders',
  'ledger',
  'bookedOn',
  'balance',
  'attention',
  'awaitsPayout',
  'expectedOn',
  'plannedOn',
  'partlyRefunded',
  'lettersMissing',
]);

/** Returns the fields in which two states of a record differ. */
export function fieldChanges(before: object, after: object): FieldChange[] {
  const [from, to] = [before as Plain, after as Plain];
  const plain = (value: unknown): string => JSON.stringify(value ?? null);
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter(
      (field) =>
        !unauditedFields.has(field) && !field.endsWith('Key') && plain(from[field]) !== plain(to[field]),
    )
    .map((field) => ({ field, from: from[field] ?? null, to: to[field] ?? null }));
}
