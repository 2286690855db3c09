import { type ComponentType, useEffect, useState } from 'react';
import type { LaterStepsProps } from './steps/LaterSteps.js';

const load = () => import('./steps/LaterSteps.js');

/** Fetches the later steps ahead of their use. A failure does not matter yet: it shows when they are needed. */
export const prefetchLaterSteps = (): void => void load().catch(() => undefined);

type Result = { LaterSteps?: ComponentType<LaterStepsProps>; hasFailed?: boolean };

/** The component of the later steps, once it is needed and there. */
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
