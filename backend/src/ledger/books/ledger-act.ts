import { Types } from 'mongoose';
import { openDay } from './closing.schema.js';
import type { LedgerEntry } from '#domain/ledger/ledger';
import type { EntryDraft } from '#domain/ledger/ledger-drafts';

/** The books as an act finds them. */
export interface BooksNow {
  /** YYYY-MM-DD in TIME_ZONE. */
  today: string;
  /** The last day that does not change any more; empty where none is closed, or where it does not matter. */
  closedUntil: string;
}

/** An act on a payment's entries: what it adds, as one step, and the steps that it voids. */
export interface LedgerAct {
  entries?: readonly EntryDraft[];
  /** The step of the new entries; missing for a step of its own. */
  step?: string;
  voids?: readonly string[];
}

/** Returns the entries after an act; new ones are dated by the books. */
export function ledgerAfter(
  ledger: readonly LedgerEntry[],
  { entries = [], step = new Types.ObjectId().toHexString(), voids = [] }: LedgerAct,
  now: BooksNow,
  by: string,
): LedgerEntry[] {
  const at = new Date().toISOString();
  const kept = ledger.map((entry) =>
    voids.includes(entry.step) && !entry.voided
      ? { ...entry, voided: { at, by, bookedOn: openDay(entry.bookedOn, now) } }
      : entry,
  );
  const added = entries.map((draft): LedgerEntry => ({
    ...{ _id: new Types.ObjectId().toHexString(), step },
    ...draft,
    ...{ bookedOn: openDay(draft.day, now), at, by },
  }));
  return [...kept, ...added];
}
