import { onTestFinished, vi } from 'vitest';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { AdminContext, type DataProvider } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { dataProvider } from '../data/dataProvider.js';
import { createQueryClient } from '../data/queryClient.js';
import { i18nProvider } from './resources.js';
import { adminTheme } from './theme.js';

/**
 * Renders a part as on a page of the back-office: with its theme, texts and cache, and with its data provider or these
 * methods of one.
 */
export const renderInOffice = (part: ReactNode, methods: object = dataProvider) =>
  render(
    <MemoryRouter>
      <AdminContext
        theme={adminTheme('light')}
        dataProvider={methods as DataProvider}
        i18nProvider={i18nProvider}
        queryClient={createQueryClient()}
      >
        {part}
      </AdminContext>
    </MemoryRouter>,
  );

/**
 * Returns a function that tells whether the browser asks before the tab is left. It counts listeners, as the end of a
 * session in another test of the same window stops the event itself.
 */
export function watchLeaving(): () => boolean {
  let count = 0;
  const ofLeaving = (type: string) => Number(type === 'beforeunload');
  const { addEventListener: add, removeEventListener: remove } = globalThis;
  vi.spyOn(globalThis, 'addEventListener').mockImplementation((...given: Parameters<typeof add>) => {
    count += ofLeaving(given[0]);
    add(...given);
  });
  vi.spyOn(globalThis, 'removeEventListener').mockImplementation((...given: Parameters<typeof remove>) => {
    count -= ofLeaving(given[0]);
    remove(...given);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  return () => count > 0;
}
