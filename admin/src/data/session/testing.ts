import type { Role } from '#domain/platform/roles';
import { storeTokens } from './tokens.js';

/** Stores an access token of this role, for a component test. */
export function signInAs(role: Role): void {
  const user = { id: '1', username: 'ann', email: 'ann@example.com', role, exp: 9e9 };
  storeTokens({ token: `x.${btoa(JSON.stringify(user))}.x` });
}
