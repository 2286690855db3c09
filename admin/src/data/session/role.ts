import { useSyncExternalStore } from 'react';
import { type Access, can, type Resource } from '#domain/platform/roles';
import { currentUser, watchTokens } from './tokens.js';

let lastRole = '';

/** The role of the access token; that of the last one while the session ends, so that no screen changes meanwhile. */
export function currentRole(): string {
  lastRole = currentUser()?.role ?? lastRole;
  return lastRole;
}

/** The role of the signed-in user; a refreshed token may bring another one. */
export const useRole = (): string => useSyncExternalStore(watchTokens, currentRole);

/** Returns whether the signed-in user may read or write a resource, by the same table as the server. */
export const useCan = (access: Access, resource: Resource): boolean => can(useRole(), access, resource);
