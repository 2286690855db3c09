import { useEffect, useState } from 'react';
import { loadTexts } from './texts/language.js';
import { laterTexts, regionTexts } from './texts/loaders.js';

async function load() {
  const [{ laterParts }] = await Promise.all([
    import('./steps/LaterSteps.js'),
    loadTexts(laterTexts),
    loadTexts(regionTexts),
  ]);
  return laterParts;
}

/** Prefetches the later steps. A failure does not matter yet: it is shown when they are needed. */
export const prefetchLaterSteps = (): void => void load().catch(() => undefined);

type Result = Partial<Awaited<ReturnType<typeof load>>> & { hasFailed?: boolean };

/** Returns the components of the later steps, once they are needed and loaded. */
export function useLaterSteps(isNeeded: boolean): Result {
  const [result, setResult] = useState<Result>({});
  useEffect(() => {
    if (isNeeded) load().then(setResult, () => setResult({ hasFailed: true }));
  }, [isNeeded]);
  return result;
}
