import { useCallback, useRef } from 'react';

const everything = () => '';

/** Returns `act` so that it runs once at a time: a call about the same thing meanwhile returns the earlier one's result. */
export function useSingleFlight<Args extends unknown[], Result>(
  act: (...args: Args) => Promise<Result>,
  about: (...args: Args) => string = everything,
): (...args: Args) => Promise<Result> {
  const running = useRef(new Map<string, Promise<Result>>());
  return useCallback(
    (...args: Args) => {
      const key = about(...args);
      const earlier = running.current.get(key);
      if (earlier) return earlier;
      const result = act(...args).finally(() => running.current.delete(key));
      running.current.set(key, result);
      return result;
    },
    [act, about],
  );
}
