import { type Progress, type StepName, stepNames } from './progress.js';

const storageKey = 'checkout';
/** Raised when the shape changes, so that progress stored by an older page is ignored. */
export const version = 1;

export interface Saved {
  progress: Progress;
  step: StepName;
}

/** Stores the progress for this tab. Where the browser refuses storage, it lasts until the page is left. */
export function save({ progress, step }: Saved): void {
  const { location, method, parts, details, attempt, card, acceptedTerms, purchases } = progress;
  const kept = { location, method, parts, details, attempt, card, acceptedTerms, receipts: purchases };
  const text = JSON.stringify({ version, step, ...kept });
  try {
    sessionStorage.setItem(storageKey, text);
  } catch {
    // Storage is blocked or full.
  }
}

/** Returns what is stored for this tab; undefined without anything, and where the browser refuses storage. */
export function storedText(): string | undefined {
  try {
    return sessionStorage.getItem(storageKey) ?? undefined;
  } catch {
    return undefined;
  }
}

/** True for the name of a step. */
export const isStepName = (value: unknown): value is StepName => stepNames.includes(value as StepName);
