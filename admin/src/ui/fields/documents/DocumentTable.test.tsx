import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { HttpError } from '#browser/http';
import { renderInOffice } from '../../../app/testing.js';
import { answering } from '../../../data/testing.js';
import { CustomerDocuments } from './DocumentTable.js';

it('says that the documents of a customer could not be read, and reads them again', async () => {
  const readDocuments = vi.fn(() => {
    throw new HttpError('The documents could not be read', 400);
  });
  const call = answering({ 'GET /counts': () => ({ documents: true }), 'GET /documents': readDocuments });
  renderInOffice(<CustomerDocuments customerId="c" />, { call });
  expect((await screen.findByRole('alert')).textContent).toContain('The documents could not be read');
  const number = 'INV-000001';
  const invoice = { _id: 'd', number, kind: 'invoice', day: '2026-11-01', total: 10, currency: 'CAD' };
  readDocuments.mockImplementation(() => ({ documents: [invoice] }) as never);
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await screen.findByText(number);
  expect(screen.queryByRole('alert')).toBeNull();
});
