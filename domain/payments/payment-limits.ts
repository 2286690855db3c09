import { formatCount } from '../platform/numbers.js';

/**
 * Most lines of a payment's history up to which a person adds words, such as a status or a note, and up to which money is
 * added. An undo and an event of the card provider are recorded beyond these.
 */
export const maximumHistory = { words: 500, money: 2000 } as const;

/** Most generated references that a payment keeps after they were replaced. */
export const maximumFormerReferences = 20;

/** Most reminders of a payment. */
export const maximumReminders = 100;

/** Most changes of one batch of statuses: no more can be selected (selection.ts). */
export const maximumBatchChanges = 1000;

/** The refusals of acts that would make a stored record longer than it may be. */
export const longRecordMessages = {
  words: `The history of this payment has ${formatCount(maximumHistory.words)} lines or more: write a comment instead`,
  money: `The history of this payment has ${formatCount(maximumHistory.money)} lines or more: record the money with another payment`,
  references: `The reference of this payment was replaced ${formatCount(maximumFormerReferences)} times and stays as it is`,
  reminders: `This payment has had ${formatCount(maximumReminders)} reminders and gets no more`,
  batch: `A batch has at most ${formatCount(maximumBatchChanges)} changes: begin another one`,
} as const;
