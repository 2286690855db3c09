import type { AuthProvider } from 'react-admin';
import { messages } from '#domain/platform/messages';
import { endSession } from './endSession.js';
import { currentRole } from './role.js';
import { login, logout } from './session.js';
import { currentUser, refreshToken } from './tokens.js';

/** react-admin's view of the session, which the guard has verified, and every call refreshes or ends. */
export const authProvider: AuthProvider = {
  login,
  logout: () => {
    logout();
    endSession();
    return Promise.resolve(false);
  },
  checkAuth: () =>
    currentUser() || refreshToken() ? Promise.resolve() : Promise.reject(new Error(messages.sessionExpired)),
  checkError: () => Promise.resolve(),
  getIdentity: () => {
    const user = currentUser();
    return Promise.resolve({ id: user?.id ?? '', fullName: user?.username, email: user?.email });
  },
  getPermissions: () => Promise.resolve(currentRole()),
};
