import { pages } from '#domain/platform/pages';
import { clearTokens } from './tokens.js';

/** The login page's `history.state`: the page to return to, and the reason for the redirect. */
export interface LoginState {
  from?: string;
  message?: string;
}

/** The state that returns to the current page. */
export const returnHere = (message?: string): LoginState => ({
  from: location.pathname + location.search + location.hash,
  message,
});

/**
 * Ends the session in this browser and shows the login page. The document is reloaded, so that no data of the last
 * user stays in memory.
 */
export function endSession(state: LoginState = {}): void {
  clearTokens();
  if (location.pathname === pages.login) return;
  // The form restores its values on return, so the browser need not warn.
  if (state.from) addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true);
  // Pushed before the reload: a history entry keeps its state, and the return page stays out of the address.
  history.pushState(state, '', pages.login);
  location.reload();
}
