import { configure, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { HttpError } from '#browser/http';
import { renderInOffice } from '../../app/testing.js';
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
    renderInOffice(<Dashboard />, { call, getList });
    await screen.findByText('Too many requests');
    expect(fail).toHaveBeenCalled();
  },
);
