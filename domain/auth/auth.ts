import { described, required } from '../platform/rules.js';

/** The signed-in user, as contained in the access token. */
export interface CurrentUser {
  id: string;
  username: string;
  email: string;
  role: string;
}

/** The access token's payload: the user and `exp`, its end in seconds since 1970. */
export interface TokenPayload extends CurrentUser {
  exp: number;
}

export interface Credentials {
  username: string;
  password: string;
  /** The token of this device, from an earlier sign-in. */
  device?: string;
}

/** The response of a login and a refresh. */
export interface Tokens {
  token: string;
  refreshToken: string;
}

/** The response of a login: `device` is sent with the next one from the same device. */
export interface SignInTokens extends Tokens {
  device: string;
}

// A password is not trimmed: spaces are part of it.
const requiredPassword = (message: string) =>
  described((value) => (typeof value === 'string' && value !== '' ? undefined : message), { minLength: 1 });

export const loginRules = {
  username: required('Username is required'),
  password: requiredPassword('Password is required'),
};

/** Keys of the tokens in local storage; the device's stays there after signing out. */
export const tokenKeys = {
  token: 'auth_token',
  refreshToken: 'refresh_token',
  device: 'device_token',
} as const;

/** The signed-in admin's own account. */
export interface Account {
  _id: string;
  username: string;
  email: string;
  role: string;
  /** The address that the account is to have, until the link in a mail to it is used. */
  pendingEmail?: string;
  /** True where the role requires a second factor and the account has none: all other calls are refused. */
  mustSetUpSecondFactor?: boolean;
}

/** A session of the account, with the device and time of its last use. */
export interface AccountSession {
  _id: string;
  /** True for the session of the request. */
  current: boolean;
  /** "Chrome on Windows" */
  device: string;
  address: string;
  createdAt: string;
  /** Time of the last token refresh, up to a quarter of an hour before the last use. */
  lastUsedAt: string;
}

/** The body of PUT /account. */
export interface EmailInput {
  email: string;
  currentPassword: string;
}

/** The body of POST /account/password. */
export interface PasswordInput {
  currentPassword: string;
  newPassword: string;
}

export const accountMessages = {
  wrongPassword: 'The current password is wrong',
  emailChanges: 'The email was changed too often. Please try again later.',
  emailTaken: 'Another account has this email address',
  sessionNotFound: 'Session not found',
} as const;

export const passwordRules = {
  currentPassword: requiredPassword('Current password is required'),
  newPassword: requiredPassword('New password is required'),
};
