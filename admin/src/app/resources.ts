import type { QueryClient } from '@tanstack/react-query';
import type { AuthProvider } from 'react-admin';
import { can, type Resource } from '#domain/platform/roles';
import { audit } from '../audit/index.js';
import { cardEvents } from '../cards/index.js';
import { cardPayouts } from '../cards/payouts/index.js';
import { customers } from '../customers/index.js';
import { createI18nProvider } from '../ui/i18n/texts.js';
import { documents } from '../documents/index.js';
import { mails } from '../mail/index.js';
import { overdue } from '../payments/overdue/index.js';
import { payments } from '../payments/index.js';
import { people } from '../auth/people/index.js';
import { reconcile } from '../bank/index.js';
import { reports } from '../office/reports/index.js';
import { currentRole } from '../data/session/role.js';
import { type ResourceDefinition, rightsOf } from '../ui/page/resource.js';

/** The resources of the back-office in the order of the drawer, which has a line between the groups. */
export const resourceGroups = [
  [customers, payments],
  [overdue, reconcile, cardEvents, cardPayouts, mails, reports, documents],
  [people, audit],
];

export const allResources = resourceGroups.flat();

/** The title of a list is the name of many records, where it has none of its own; react-admin's List takes it from `page`. */
function withTitle(labels: ResourceDefinition['labels']) {
  const title = 'title' in labels ? labels.title : String(labels.name).split(' |||| ').at(-1)!;
  return { ...labels, title, page: { list: title, ...(labels.page as object | undefined) } };
}

/** The texts of the back-office, with the names of its resources. */
export const i18nProvider = createI18nProvider(
  Object.fromEntries(allResources.map(({ name, labels }) => [name, withTitle(labels)])),
);

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
