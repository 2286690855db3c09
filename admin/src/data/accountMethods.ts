import type { Account, AccountSession, EmailInput, PasswordInput } from '#domain/auth';
import type { ServerWarnings } from '#domain/warnings';
import { messages } from '#domain/messages';
import { withDefaultMessage } from './apiErrors.js';
import { HttpError } from '../../../browser/http.js';
import { refreshAccessToken } from '../session/refreshAccessToken.js';
import { request } from '../session/request.js';
import { accessToken } from '../session/tokens.js';

/** API calls for the signed-in admin's own account. */
export const accountMethods = {
  getAccount: async (signal?: AbortSignal): Promise<Account> =>
    (await withDefaultMessage(messages.fetchAccount, request('/account', { signal }))).json as Account,

  /** Changes the email, and renews the token, which carries it. */
  setEmail: async (input: EmailInput): Promise<Account> => {
    const call = request('/account', { method: 'PUT', body: JSON.stringify(input) });
    const { json } = await withDefaultMessage(messages.updateAccount, call);
    // The email is changed already; if this fails, the next refresh brings a token with it.
    await refreshAccessToken(accessToken()).catch(() => {});
    return json as Account;
  },

  /** The settings of the server that an operator should correct. */
  getWarnings: async (signal?: AbortSignal): Promise<ServerWarnings> =>
    (await request('/warnings', { signal })).json as ServerWarnings,

  changePassword: async (input: PasswordInput): Promise<void> => {
    const call = request('/account/password', { method: 'POST', body: JSON.stringify(input) });
    await withDefaultMessage(messages.changePassword, call);
  },

  getSessions: async (signal?: AbortSignal): Promise<AccountSession[]> => {
    const call = request('/account/sessions', { signal });
    const { json } = await withDefaultMessage(messages.fetchSessions, call);
    return (json as { sessions: AccountSession[] }).sessions;
  },

  /** Ends sessions; a session that has ended already is no failure. */
  endSessions: async (ids: string[]): Promise<void> => {
    for (const id of ids) {
      const call = request(`/account/sessions/${encodeURIComponent(id)}`, { method: 'DELETE' });
      await withDefaultMessage(messages.endSession, call).catch((error: unknown) => {
        if (!(error instanceof HttpError && error.status === 404)) throw error;
      });
    }
  },
};
