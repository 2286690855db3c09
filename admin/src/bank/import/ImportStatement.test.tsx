import { fireEvent, screen } from '@testing-library/react';
import { Notification } from 'react-admin';
import { expect, it } from 'vitest';
import { HttpError } from '#browser/http';
import { renderInOffice } from '../../app/testing.js';
import { signInAs } from '../../data/session/testing.js';
import { answering } from '../../data/testing.js';
import { StatementHistory } from './ImportStatement.js';

it('says of a download that failed which act it was, and why', async () => {
  signInAs('admin');
  const statement = { id: 's', fileName: 'bank.csv', state: 'imported', format: 'csv', bankAccountId: 'a' };
  renderInOffice(
    <>
      <StatementHistory openId={null} onDeleted={() => {}} />
      <Notification />
    </>,
    {
      call: answering({ 'GET /bank-accounts': () => ({ bankAccounts: [] }) }),
      getList: () => Promise.resolve({ data: [statement], total: 1 }),
      download: () => Promise.reject(new HttpError('The disk is full', 507)),
    },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Download bank.csv' }));
  expect(await screen.findByText('Failed to download the statement: The disk is full')).toBeDefined();
});
