import { useSyncExternalStore } from 'react';

const changes = new EventTarget();
let isRequired = false;

function set(next: boolean): void {
  if (isRequired === next) return;
  isRequired = next;
  changes.dispatchEvent(new Event('change'));
}

/** Called when the server refuses everything but the set-up of a second factor. */
export const requireSetUp = (): void => set(true);

/** Called once a second factor is set up. */
export const endSetUp = (): void => set(false);

function watch(listener: () => void): () => void {
  changes.addEventListener('change', listener);
  return () => changes.removeEventListener('change', listener);
}

/** True while the account has to set up a second factor before anything else. */
export const useMustSetUp = (): boolean => useSyncExternalStore(watch, () => isRequired);
