import { screen } from '@testing-library/react';
import { ListContextProvider } from 'react-admin';
import { expect, it } from 'vitest';
import { HttpError } from '#browser/http';
import { renderInOffice } from '../../app/testing.js';
import { ViewError } from './ViewError.js';

const show = (error: HttpError) =>
  renderInOffice(
    <ListContextProvider value={{ error, refetch: () => {} } as never}>
      <ViewError />
    </ListContextProvider>,
  );

it('leads to the whole list where the server refuses its filters or its order, which no further try changes', () => {
  show(new HttpError('Unknown sort: nonsense', 400));
  expect(screen.getByRole('alert').textContent).toBe('Unknown sort: nonsense');
  expect(screen.getByRole('link', { name: 'Show the Whole List' }).getAttribute('href')).toBe('/');
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
});

it('offers to try again where a list could not be read', () => {
  show(new HttpError('The database is away', 503));
  screen.getByRole('button', { name: 'Try Again' });
  expect(screen.queryByRole('link')).toBeNull();
});
