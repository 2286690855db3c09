import type { QueryClient } from '@tanstack/react-query';
import type { AuthProvider } from 'react-admin';
import { can, type Resource } from '#domain/roles';
import { currentRole } from '../session/role.js';
import { rightsOf } from '../ui/page/resource.js';
import { allResources } from './resources.js';

const rights = new Map<string, Resource>(
  allResources.map((resource) => [resource.name, rightsOf(resource)] as const),
);
const reads = ['list', 'show', 'export'];
const writes = ['create', 'edit', 'delete'];

const isPermitted = (action: string, resource: string): boolean =>
  can(
    currentRole(),
    reads.includes(action) ? 'read' : 'write',
    rights.get(resource) ?? (resource as Resource),
  );

/** Decides for react-admin's buttons, menu entries and views by the table of roles, as the server does. */
export const canAccess: AuthProvider['canAccess'] = ({ action, resource }) =>
  Promise.resolve(isPermitted(action, resource));

/** Answers that question at once, so that no page waits for it before it asks for its records. */
export function answerAccess(client: QueryClient): void {
  for (const resource of rights.keys())
    for (const action of [...reads, ...writes])
      client.setQueryDefaults(['auth', 'canAccess', { action, resource }], {
        initialData: () => isPermitted(action, resource),
        staleTime: Infinity,
        refetchOnMount: false,
      });
}
