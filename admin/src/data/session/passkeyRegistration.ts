import { startRegistration } from '@simplewebauthn/browser';
import {
  type PasskeyCreation,
  type PasskeyRegistration,
  secondFactorMessages,
} from '#domain/auth/second-factor';

/** Has the browser make a passkey for the server's challenge. */
export async function createPasskey(offer: PasskeyCreation): Promise<PasskeyRegistration> {
  try {
    const optionsJSON = offer as PasskeyCreation & Parameters<typeof startRegistration>[0]['optionsJSON'];
    return (await startRegistration({ optionsJSON })) as PasskeyRegistration;
  } catch (error) {
    throw new Error(secondFactorMessages.passkeyNotMade, { cause: error });
  }
}
