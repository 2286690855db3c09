import { type CurrentUser, type TokenPayload, tokenKeys, type Tokens } from '#domain/auth/auth';
import { messages } from '#domain/platform/messages';

export const accessToken = (): string | null => localStorage.getItem(tokenKeys.token);

export const refreshToken = (): string | null => localStorage.getItem(tokenKeys.refreshToken);

const changes = new EventTarget();

/** Calls `listener` when the stored tokens change, in any tab; returns the function that ends it. */
export function watchTokens(listener: () => void): () => void {
  changes.addEventListener('change', listener);
  // Sent by the browser to the other tabs.
  addEventListener('storage', listener);
  // A tab that the browser froze, or kept for its button Back, may have missed it.
  addEventListener('visibilitychange', listener);
  return () => {
    changes.removeEventListener('change', listener);
    removeEventListener('storage', listener);
    removeEventListener('visibilitychange', listener);
  };
}

/** Stores the tokens of a login or a refresh; keeps the old refresh token if there is no new one. */
export function storeTokens({ token, refreshToken: next }: Partial<Tokens> & { token: string }): void {
  localStorage.setItem(tokenKeys.token, token);
  if (next) localStorage.setItem(tokenKeys.refreshToken, next);
  changes.dispatchEvent(new Event('change'));
}

/** The token of this device from an earlier sign-in, or undefined. */
export const deviceToken = (): string | undefined => localStorage.getItem(tokenKeys.device) ?? undefined;

/** Keeps this device's token beyond the session. */
export const storeDeviceToken = (device: string): void => localStorage.setItem(tokenKeys.device, device);

/** Removes the session's tokens. */
export function clearTokens(): void {
  localStorage.removeItem(tokenKeys.token);
  localStorage.removeItem(tokenKeys.refreshToken);
}

/** Decodes the token; throws "Invalid token" if that fails. Only the server verifies signatures. */
function decodeToken(token: string): TokenPayload {
  try {
    const encoded = token.split('.')[1] ?? '';
    const bytes = Uint8Array.from(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
    const payload = JSON.parse(new TextDecoder().decode(bytes)) as Partial<TokenPayload>;
    if (typeof payload.exp !== 'number') throw new Error(messages.invalidToken);
    return payload as TokenPayload;
  } catch {
    throw new Error(messages.invalidToken);
  }
}

/** True for a token that can be decoded, expired or not. */
export function isDecodable(token: string): boolean {
  try {
    return Boolean(decodeToken(token));
  } catch {
    return false;
  }
}

/** True for a token that can be decoded and has not expired. */
export function isCurrent(token: string | null): token is string {
  if (!token) return false;
  try {
    return decodeToken(token).exp * 1000 > Date.now();
  } catch {
    return false;
  }
}

/** The signed-in user from the stored token, or null. */
export function currentUser(): CurrentUser | null {
  const token = accessToken();
  if (!token) return null;
  try {
    const { id, username, email, role } = decodeToken(token);
    return { id, username, email, role };
  } catch {
    return null;
  }
}
