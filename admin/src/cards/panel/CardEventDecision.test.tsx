import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInOffice } from '../../app/testing.js';
import { answering } from '../../data/testing.js';
import { CardEventDecision, useCardEventActions } from './CardEventDecision.js';

const event = {
  id: 'e',
  _id: 'e',
  live: true,
  sessionId: 'cs_1',
  heldReason: 'email',
  recordable: false,
  candidates: [
    {
      paymentId: 'p',
      referenceNumber: 'CRTS-OTN-ANN',
      customer: { _id: 'c', fullName: 'Ann' },
      amount: 500,
      currency: 'CAD',
      status: 'pending',
      createdAt: '2026-11-21T10:00:00.000Z',
      why: ['email'],
    },
  ],
};

function Decision() {
  return <CardEventDecision event={event as never} actions={useCardEventActions()} />;
}

it('assigns an event to a payment as it was seen', async () => {
  const record = vi.fn(() => ({ _id: 'e', referenceNumber: 'CRTS-OTN-ANN' }));
  renderInOffice(<Decision />, {
    call: answering({ 'POST /card-events/{id}/record': record }),
  });
  fireEvent.click(screen.getByRole('button', { name: 'Assign to CRTS-OTN-ANN' }));
  fireEvent.click(screen.getByRole('button', { name: 'Assign' }));
  await waitFor(() => expect(record).toHaveBeenCalled());
  expect(record.mock.lastCall).toEqual([{ id: 'e', body: { paymentId: 'p', status: 'pending' } }]);
});
