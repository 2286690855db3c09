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
