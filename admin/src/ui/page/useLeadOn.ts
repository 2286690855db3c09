import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Returns a function that tells whether its page is still open, as the answer to a write may come after it was left. */
export function useIsHere() {
  const { pathname } = useLocation();
  const open = useRef('');
  useEffect(() => {
    open.current = pathname;
    return () => {
      open.current = '';
    };
  }, [pathname]);
  return (page = pathname): boolean => open.current === page;
}

/** Returns a function that leads on to a page after a write, unless its page was left meanwhile. */
export function useLeadOn() {
  const navigate = useNavigate();
  const isHere = useIsHere();
  return (to: string, from?: string): void => {
    if (isHere(from)) void navigate(to);
  };
}
