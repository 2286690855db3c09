import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Returns a function that leads on to a page after a write, unless its page was left meanwhile. */
export function useLeadOn() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const open = useRef('');
  useEffect(() => {
    open.current = pathname;
    return () => {
      open.current = '';
    };
  }, [pathname]);
  return (to: string, from = pathname): void => {
    if (open.current === from) void navigate(to);
  };
}
