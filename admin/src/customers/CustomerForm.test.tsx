import { fireEvent, screen } from '@testing-library/react';
import { ResourceContextProvider } from 'react-admin';
import { it, vi } from 'vitest';
import { HttpError } from '#browser/http';
import { renderInOffice } from '../app/testing.js';
import { signInAs } from '../data/session/testing.js';
import { answering } from '../data/testing.js';
import { CustomerCreate } from './CustomerForm.js';

it('says that it does not know whether another customer has the email, and asks again', async () => {
  signInAs('admin');
  const getList = vi
    .fn()
    .mockRejectedValueOnce(new HttpError('Too many requests', 429))
    .mockResolvedValue({ data: [{ id: 'b', fullName: 'Bea Same', email: 'bea@example.com' }], total: 1 });
  renderInOffice(
    <ResourceContextProvider value="customers">
      <CustomerCreate />
    </ResourceContextProvider>,
    { getList, call: answering({}) },
  );
  fireEvent.change(await screen.findByRole('textbox', { name: /^Email/ }), {
    target: { value: 'bea@example.com' },
  });
  await screen.findByText('Too many requests');
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await screen.findByRole('link', { name: 'Bea Same' });
});
