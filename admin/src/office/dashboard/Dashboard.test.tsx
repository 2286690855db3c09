import { configure, render, screen } from '@testing-library/react';
import { CoreAdminContext } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { HttpError } from '#browser/http';
import { i18nProvider } from '../../app/resources.js';
import { createQueryClient } from '../../data/queryClient.js';
import { signInAs } from '../../data/session/testing.js';
import { answering } from '../../data/testing.js';
import { Dashboard } from './Dashboard.js';

configure({ asyncUtilTimeout: 20_000 });
beforeEach(() => signInAs('admin'));

it.each(['GET /counts', 'GET /warnings'])(
  'says so where it does not know what waits: %s',
  async (failing) => {
    const fail = vi.fn(() => Promise.reject(new HttpError('Too many requests', 429)));
    const call = answering({
      'GET /payments/stats': () => ({ statuses: [], totalRevenue: 0 }),
      'GET /customers/stats': () => ({ total: 0 }),
      'GET /counts': () => ({ timeZone: 'UTC' }),
      'GET /warnings': () => ({ warnings: [] }),
      [failing]: fail,
    });
    const getList = () => Promise.resolve({ data: [], total: 0 });
    render(
      <MemoryRouter>
        <CoreAdminContext
          dataProvider={{ call, getList } as never}
          i18nProvider={i18nProvider}
          queryClient={createQueryClient()}
        >
          <Dashboard />
        </CoreAdminContext>
      </MemoryRouter>,
    );
    await screen.findByText('Too many requests');
    expect(fail).toHaveBeenCalled();
  },
);
