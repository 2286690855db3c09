import { all, matching, required, text } from '../platform/rules.js';

/** The ways to answer the second step of a sign-in. */
export type SecondFactorMethod = 'totp' | 'passkey' | 'recovery';

/** The ways to sign in, as the last sign-ins and the audit trail name them; a passkey counts as both factors. */
export type SignInWay = 'password' | SecondFactorMethod;

export const signInWayNames: Record<SignInWay, string> = {
  password: 'Password',
  totp: 'Password and code',
  recovery: 'Password and recovery code',
  passkey: 'Passkey',
};

export const secondFactorLimits = {
  /** Digits of an authenticator's code. */
  codeDigits: 6,
  /** Recovery codes of a set. */
  recoveryCodes: 10,
  /** Characters of a passkey's name. */
  passkeyName: 64,
  /** Passkeys of an account. */
  passkeys: 20,
  /** Sign-ins that an account lists. */
  signIns: 20,
} as const;

/** Minutes after which what matters asks for the password, a code or a passkey again. */
export const reauthenticateMinutes = 15;

/** The response of a login whose account has a second factor: no token yet. */
export interface SecondFactorStep {
  secondFactor: { ticket: string; methods: SecondFactorMethod[] };
}

type Transport = 'ble' | 'cable' | 'hybrid' | 'internal' | 'nfc' | 'smart-card' | 'usb';

interface CredentialDescriptor {
  id: string;
  type: 'public-key';
  transports?: Transport[];
}

/** The challenge to add a passkey: the argument of `startRegistration`. */
export interface PasskeyCreation {
  rp: { id?: string; name: string };
  user: { id: string; name: string; displayName: string };
  challenge: string;
  pubKeyCredParams: { type: 'public-key'; alg: number }[];
  timeout?: number;
  excludeCredentials?: CredentialDescriptor[];
  authenticatorSelection?: {
    residentKey?: 'discouraged' | 'preferred' | 'required';
    requireResidentKey?: boolean;
    userVerification?: 'discouraged' | 'preferred' | 'required';
  };
  attestation?: 'none' | 'direct' | 'enterprise' | 'indirect';
  extensions?: { credProps?: boolean };
  hints?: string[];
}

/** The challenge to sign by a passkey: the argument of `startAuthentication`. */
export interface PasskeyRequest {
  challenge: string;
  rpId?: string;
  timeout?: number;
  allowCredentials?: CredentialDescriptor[];
  userVerification?: 'discouraged' | 'preferred' | 'required';
}

/** The result of `startAuthentication`. */
export interface PasskeySignature {
  id: string;
  rawId: string;
  type: 'public-key';
  response: {
    clientDataJSON: string;
    authenticatorData: string;
    signature: string;
    userHandle?: string;
  };
}

/** The result of `startRegistration`. */
export interface PasskeyRegistration {
  id: string;
  rawId: string;
  type: 'public-key';
  response: {
    clientDataJSON: string;
    attestationObject: string;
    transports?: Transport[];
  };
}

/** The body of POST /auth/second-factor: the ticket, and one of the three. */
export interface SecondFactorInput {
  ticket: string;
  /** Of the authenticator app. */
  code?: string;
  recoveryCode?: string;
  credential?: PasskeySignature;
}

/** The body of POST /auth/passkey/options: the ticket of a second step, or nothing for a passkey alone. */
export interface PasskeyRequestInput {
  ticket?: string;
}

/** The body of POST /auth/passkey. */
export interface PasskeySignInInput {
  credential: PasskeySignature;
  /** The token of this device, from an earlier sign-in. */
  device?: string;
}

/** The body of POST /auth/reauthenticate: one of the three. Its challenge comes from /auth/passkey/options. */
export interface ReauthenticateInput {
  password?: string;
  code?: string;
  credential?: PasskeySignature;
}

/** The response of GET /account/second-factor. */
export interface SecondFactorState {
  totp: boolean;
  /** The number of passkeys. */
  passkeys: number;
  /** The number of recovery codes that are left. */
  recoveryCodes: number;
}

/** The response of POST /account/totp: the secret in base32, and the address that the QR code shows. */
export interface TotpOffer {
  secret: string;
  uri: string;
}

/** The body of POST /account/totp/confirm. */
export interface TotpInput {
  code: string;
}

/** The response that shows new recovery codes, this once. */
export interface RecoveryCodes {
  recoveryCodes: string[];
}

/** A passkey of the account; GET /account/passkeys responds {passkeys}. */
export interface Passkey {
  _id: string;
  name: string;
  createdAt: string;
  /** None for a passkey that was never used. */
  lastUsedAt?: string;
}

/** The body of POST /account/passkeys. */
export interface PasskeyInput {
  name: string;
  credential: PasskeyRegistration;
}

/** The body of PATCH /account/passkeys/{id}. */
export interface PasskeyNameInput {
  name: string;
}

/** A sign-in of the account; GET /account/sign-ins responds {signIns}, newest first. */
export interface SignIn {
  _id: string;
  at: string;
  /** "Chrome on Windows" */
  device: string;
  address: string;
  how: SignInWay;
}

export const secondFactorMessages = {
  codeRequired: 'Code is required',
  wrongCode: 'The code is wrong',
  tooManyCodes:
    'Too many wrong codes were entered. Use a passkey or a recovery code, or ask an admin to reset the second factor.',
  wrongRecoveryCode: 'The recovery code is wrong',
  passkeyRefused: 'The passkey was not accepted',
  passkeyCopied: 'The passkey was refused, as it may have been copied. Remove it, and add it again.',
  ticketEnded: 'This sign-in has ended. Please sign in again.',
  reauthenticate: 'Please confirm that it is you',
  setUp: 'Set up a second factor first',
  oneProof: 'Give a password, a code or a passkey',
  notOffered: 'Start the set-up again: the secret has expired',
  notSetUp: 'No second factor is set up',
  // The browser's own errors leave it in riddles: the dialog was closed, or there is no passkey here.
  passkeyUnused: 'No passkey was used. Try again, or choose another way.',
  passkeyNotMade: 'No passkey was made. Try again, or with another device.',
  passkeyNotFound: 'Passkey not found',
  passkeyExists: 'This passkey was added already',
  passkeyNameRequired: 'Name is required',
  tooManyPasskeys: `An account has at most ${secondFactorLimits.passkeys} passkeys`,
} as const;

export const secondFactorRules = {
  // Spaces between the groups of a code are accepted, as apps show them.
  code: all(
    required(secondFactorMessages.codeRequired),
    matching(/^\d{3}\s?\d{3}$/, secondFactorMessages.wrongCode),
  ),
  recoveryCode: all(required(secondFactorMessages.codeRequired), text('Recovery code', 40)),
  passkeyName: all(
    required(secondFactorMessages.passkeyNameRequired),
    text('Name', secondFactorLimits.passkeyName),
  ),
};
