import { render, screen } from '@testing-library/react';
import { AdminContext, CreateButton, EditButton, useCanAccess } from 'react-admin';
import { afterEach, expect, it } from 'vitest';
import type { Role } from '#domain/platform/roles';
import { createQueryClient } from '../data/queryClient.js';
import { authProvider } from '../data/session/authProvider.js';
import { signInAs } from '../data/session/testing.js';
import { answerAccess, canAccess, i18nProvider } from './resources.js';

afterEach(() => localStorage.clear());

/** Stands there for a role that may see the list. */
const ShowList = () =>
  useCanAccess({ action: 'list', resource: 'customers' }).canAccess ? <button aria-label="List" /> : null;

/** Renders react-admin's own buttons of a list; returns the names of those that stand there at once. */
function buttonsOf(role: Role): string[] {
  signInAs(role);
  const client = createQueryClient();
  answerAccess(client);
  render(
    <AdminContext
      queryClient={client}
      i18nProvider={i18nProvider}
      authProvider={{ ...authProvider, canAccess }}
    >
      <CreateButton resource="customers" />
      <EditButton resource="customers" record={{ id: '1' }} />
      <ShowList />
    </AdminContext>,
  );
  return ['link', 'button'].flatMap((element) =>
    screen.queryAllByRole(element).map((button) => button.getAttribute('aria-label') ?? ''),
  );
}

it.each([
  ['admin', ['Add Customer', 'Edit', 'List']],
  ['manager', ['Add Customer', 'Edit', 'List']],
  ['viewer', ['List']],
] as const)('react-admin shows a %s the buttons of the role at once', (role, names) => {
  expect(buttonsOf(role)).toEqual(names);
});

it('rights of a section without records of its own are those of its resource', async () => {
  signInAs('viewer');
  expect(await canAccess!({ action: 'list', resource: 'reconcile' })).toBe(true);
  expect(await canAccess!({ action: 'list', resource: 'people' })).toBe(false);
});
