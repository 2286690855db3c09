import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Returns a function that leads on to a page once a write is answered. It does nothing where the page of the write, by
 * default the present one, was left meanwhile: what is typed elsewhere would be lost.
 */
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
