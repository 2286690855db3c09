import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { AdminContext } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { dataProvider } from '../data/dataProvider.js';
import { createQueryClient } from '../data/queryClient.js';
import { i18nProvider } from './resources.js';
import { adminTheme } from './theme.js';

/** Renders a part as on a page of the back-office: with its theme, texts, data provider and cache. */
export const renderInOffice = (part: ReactNode) =>
  render(
    <MemoryRouter>
      <AdminContext
        theme={adminTheme('light')}
        dataProvider={dataProvider}
        i18nProvider={i18nProvider}
        queryClient={createQueryClient()}
      >
        {part}
      </AdminContext>
    </MemoryRouter>,
  );
