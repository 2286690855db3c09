import type { Account, AccountSession, EmailInput, PasswordInput } from '#domain/auth/auth';
import { messages } from '#domain/platform/messages';
import type {
  Passkey,
  PasskeyCreation,
  PasskeyInput,
  ReauthenticateInput,
  RecoveryCodes,
  SecondFactorState,
  SignIn,
  TotpOffer,
} from '#domain/auth/second-factor';
import type { SavedView, SavedViewInput, SavedViews } from '#domain/auth/views';
import type { ServerWarnings } from '#domain/platform/warnings';
import { HttpError } from '#browser/http';
import { refreshAccessToken } from '../session/refreshAccessToken.js';
import { request } from '../session/request.js';
import { accessToken } from '../session/tokens.js';
import { withDefaultMessage } from '../apiErrors.js';

async function read<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  return (await withDefaultMessage(messages.fetchAccount, request(path, { signal }))).json as Answer;
}

async function write<Answer = void>(method: string, path: string, body?: object): Promise<Answer> {
  const options = { method, ...(body && { body: JSON.stringify(body) }) };
  return (await withDefaultMessage(messages.updateAccount, request(path, options))).json as Answer;
}

const passkeyPath = (id: string) => `/account/passkeys/${encodeURIComponent(id)}`;

/** API calls for the second factor of the own account. */
export const secondFactorMethods = {
  getSecondFactor: (signal?: AbortSignal) => read<SecondFactorState>('/account/second-factor', signal),
  getSignIns: async (signal?: AbortSignal): Promise<SignIn[]> =>
    (await read<{ signIns: SignIn[] }>('/account/sign-ins', signal)).signIns,
  getPasskeys: async (signal?: AbortSignal): Promise<Passkey[]> =>
    (await read<{ passkeys: Passkey[] }>('/account/passkeys', signal)).passkeys,

  /** Offers a secret, which `confirmTotp` puts to use. */
  offerTotp: () => write<TotpOffer>('POST', '/account/totp'),
  confirmTotp: (code: string) => write<RecoveryCodes>('POST', '/account/totp/confirm', { code }),
  removeTotp: () => write('DELETE', '/account/totp'),
  /** Makes ten new recovery codes, which end the old ones. */
  renewRecoveryCodes: () => write<RecoveryCodes>('POST', '/account/recovery-codes'),

  /** Makes a passkey in the browser, and adds it to the account. */
  addPasskey: async (name: string): Promise<void> => {
    const { createPasskey } = await import('../session/passkeyRegistration.js');
    const offer = await write<PasskeyCreation>('POST', '/account/passkeys/options');
    const input: PasskeyInput = { name, credential: await createPasskey(offer) };
    await write('POST', '/account/passkeys', input);
  },
  renamePasskey: ({ id, name }: { id: string; name: string }) => write('PATCH', passkeyPath(id), { name }),
  removePasskey: (id: string) => write('DELETE', passkeyPath(id)),

  /** Proves again who the signed-in person is. */
  reauthenticate: (input: ReauthenticateInput) => write('POST', '/auth/reauthenticate', input),
};

/** API calls for the signed-in person's own saved views. */
export const viewMethods = {
  getViews: async (signal?: AbortSignal): Promise<SavedView[]> =>
    (
      (await withDefaultMessage(messages.fetchViews, request('/account/views', { signal })))
        .json as SavedViews
    ).views,

  /** Saves a view in place of one with its name; returns all. */
  saveView: async (input: SavedViewInput): Promise<SavedView[]> => {
    const call = request('/account/views', { method: 'PUT', body: JSON.stringify(input) });
    return ((await withDefaultMessage(messages.saveView, call)).json as SavedViews).views;
  },

  removeView: async (id: string): Promise<void> => {
    const call = request(`/account/views/${encodeURIComponent(id)}`, { method: 'DELETE' });
    await withDefaultMessage(messages.removeView, call);
  },
};

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
