import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { HttpError } from '#browser/http';
import { renderInOffice } from '../../app/testing.js';
import { BesidePanel } from './beside.js';

const place = { isPage: false, next: undefined, onOpen: () => {}, onClose: () => {} };
const show = (state: { data?: object; error: unknown }) =>
  renderInOffice(
    <BesidePanel {...place} id="a" title="CA$5.00" failure="" state={{ ...state, refetch: () => {} }}>
      Ready
    </BesidePanel>,
  );

it('shows the record as it was last read, and no longer once it was deleted, which no further try changes', () => {
  show({ data: {}, error: new HttpError('The database is away', 503) });
  expect(screen.getByRole('region', { name: 'CA$5.00' }).textContent).toContain('Ready');

  show({ data: {}, error: new HttpError('Transaction not found', 404) });
  const panel = screen.getAllByRole('region')[1]!;
  expect(panel.textContent).toContain('Transaction not found');
  expect(panel.textContent).not.toContain('Ready');
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
});

it('offers to try again where a record could not be read', () => {
  show({ error: new HttpError('The database is away', 503) });
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeDefined();
});
