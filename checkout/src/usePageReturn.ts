import { useEffect } from 'react';

/** Calls back when the page returns from the bfcache: a call that was on its way then has no answer. */
export function usePageReturn(onReturn: () => void): void {
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) onReturn();
    };
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  });
}
