import { render, screen } from '@testing-library/react';
import { AdminContext, ListContextProvider } from 'react-admin';
import { expect, it } from 'vitest';
import { i18nProvider } from '../../app/resources.js';
import { Pagination } from './ListFrame.js';

const pages = (total: number | undefined, meta?: object, list?: object) =>
  render(
    <AdminContext i18nProvider={i18nProvider}>
      <ListContextProvider value={{ page: 1, perPage: 25, total, meta, isPending: false, ...list } as never}>
        <Pagination />
      </ListContextProvider>
    </AdminContext>,
  );

it('shows the number of records', () => {
  pages(10_000);
  expect(screen.getByText('1–25 of 10,000')).toBeTruthy();
});

it('says where there may be more records than were counted', () => {
  pages(10_000, { atLeast: true });
  expect(screen.getByText('1–25 of 10,000+')).toBeTruthy();
});

it.each([
  ['no total', undefined, {}],
  ['an error and no records', 10, { error: new Error('Unavailable'), data: undefined }],
])('says nothing of %s', (_what, total, list) => {
  expect(pages(total, undefined, list).container.textContent).toBe('');
});

it('counts the known records where they could not be asked for anew', () => {
  pages(10, undefined, { error: new Error('Unavailable'), data: [] });
  expect(screen.getByText('1–10 of 10')).toBeTruthy();
});
