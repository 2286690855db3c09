import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { HttpError } from '#browser/http';
import { renderInOffice } from '../../app/testing.js';
import { signInAs } from '../../data/session/testing.js';
import { TimelineItem } from './TimelineItem.js';

it('asks again about the undo of a merge without the reason of an earlier refusal', async () => {
  signInAs('admin');
  const item = {
    kind: 'change',
    _id: 'a',
    at: '2026-11-05T12:00:00Z',
    action: 'merge',
    by: 'ann',
    ip: '::1',
    changes: [{ field: 'mergeId', to: 'm' }],
  };
  renderInOffice(<TimelineItem item={item as never} namesPayment={false} />, {
    call: () => Promise.reject(new HttpError('A payment was changed since', 409)),
  });
  const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
  await press('Undo Merge');
  const dialog = await screen.findByRole('dialog');
  await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Undo Merge' })));
  await screen.findByText('A payment was changed since');
  await press('Cancel');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Undo Merge');
  await screen.findByRole('dialog');
  expect(screen.queryByText('A payment was changed since')).toBeNull();
});
