import { startAuthentication } from '@simplewebauthn/browser';
import {
  type PasskeyRequest,
  type PasskeyRequestInput,
  type PasskeySignature,
  type PasskeySignInInput,
  secondFactorMessages,
} from '#domain/auth/second-factor';
import { send } from '#browser/http';
import { storeSignIn } from './session.js';
import { deviceToken } from './tokens.js';

/** Has the browser sign the server's challenge by a passkey, for a sign-in or as a proof. */
export async function signWithPasskey(input: PasskeyRequestInput = {}): Promise<PasskeySignature> {
  const { json } = await send('/auth/passkey/options', { method: 'POST', body: JSON.stringify(input) });
  try {
    const optionsJSON = json as PasskeyRequest & Parameters<typeof startAuthentication>[0]['optionsJSON'];
    return await startAuthentication({ optionsJSON });
  } catch (error) {
    throw new Error(secondFactorMessages.passkeyUnused, { cause: error });
  }
}

/** Signs in by a passkey alone. */
export async function signInByPasskey(): Promise<void> {
  const input: PasskeySignInInput = { credential: await signWithPasskey(), device: deviceToken() };
  const { json } = await send('/auth/passkey', { method: 'POST', body: JSON.stringify(input) });
  storeSignIn(json);
}
