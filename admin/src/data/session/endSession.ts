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

let isUnasked = false;
// Before those of forms: Chrome calls the listeners of this event in their order, capturing or not.
addEventListener('beforeunload', (event) => isUnasked && event.stopImmediatePropagation());

/** Lets the document be left without the browser's question about what is typed. */
export const leaveUnasked = () => (isUnasked = true);

/** Ends the session and shows the login page, by a load, so that no data of the last user stays in memory. */
export function endSession(state: LoginState = {}): void {
  clearTokens();
  if (location.pathname === pages.login) return;
  // The form restores its values on return, so the browser need not warn.
  if (state.from) leaveUnasked();
  // Pushed before the reload: a history entry keeps its state, and the return page stays out of the address.
  history.pushState(state, '', pages.login);
  location.reload();
}
