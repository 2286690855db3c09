import { useEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** A page that is opened starts at its top; one that is gone back to stays where the browser puts it. */
export function useScrollToTop(): void {
  const { pathname } = useLocation();
  const back = useNavigationType() === NavigationType.Pop;
  useEffect(() => {
    if (!back) scrollTo(0, 0);
  }, [pathname, back]);
}
