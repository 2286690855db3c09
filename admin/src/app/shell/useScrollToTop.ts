import { useEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** Scrolls a newly opened page to its top; after Back, the browser restores the position. */
export function useScrollToTop(): void {
  const { pathname } = useLocation();
  const back = useNavigationType() === NavigationType.Pop;
  useEffect(() => {
    if (!back) scrollTo(0, 0);
  }, [pathname, back]);
}
