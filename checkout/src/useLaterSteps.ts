import { type ComponentType, useEffect, useState } from 'react';
import type { LaterStepProps } from './steps/LaterStep.js';

const load = () => import('./steps/LaterSteps.js');

/** Prefetches the later steps. A failure does not matter yet: it is shown when they are needed. */
export const prefetchLaterSteps = (): void => void load().catch(() => undefined);

type Result = { LaterSteps?: ComponentType<LaterStepProps>; hasFailed?: boolean };

/** Returns the component of the later steps, once it is needed and loaded. */
export function useLaterSteps(isNeeded: boolean): Result {
  const [result, setResult] = useState<Result>({});
  useEffect(() => {
    if (isNeeded)
      load().then(
        ({ LaterSteps }) => setResult({ LaterSteps }),
        () => setResult({ hasFailed: true }),
      );
  }, [isNeeded]);
  return result;
}
