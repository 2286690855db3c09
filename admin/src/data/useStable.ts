import { useCallback, useLayoutEffect, useRef } from 'react';

/** Returns a function of one identity that calls the latest `act`, so that rows with it are drawn anew only if they change. */
export function useStable<Args extends unknown[], Result>(
  act: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
