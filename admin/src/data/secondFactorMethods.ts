import { messages } from '#domain/messages';
import type {
  Passkey,
  PasskeyCreation,
  PasskeyInput,
  ReauthenticateInput,
  RecoveryCodes,
  SecondFactorState,
  SignIn,
  TotpOffer,
} from '#domain/secondFactor';
import { withDefaultMessage } from './apiErrors.js';
import { request } from '../session/request.js';

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
