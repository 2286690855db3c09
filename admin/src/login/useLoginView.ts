import { useEffect, useState } from 'react';

const views = ['#passkey', '#forgotten'] as const;
export type LoginView = (typeof views)[number] | '';

const current = (): LoginView => views.find((view) => view === location.hash) ?? '';

/** The view of the login card by its address, and a function that opens one: Back returns from it. */
export function useLoginView(): [LoginView, (view: LoginView) => void] {
  const [view, setView] = useState(current);
  useEffect(() => {
    const onPopState = () => setView(current());
    addEventListener('popstate', onPopState);
    return () => removeEventListener('popstate', onPopState);
  }, []);
  const open = (next: LoginView) => {
    // Keeps the state, which names the page to return to.
    history.pushState(history.state, '', location.pathname + next);
    setView(next);
  };
  return [view, open];
}
