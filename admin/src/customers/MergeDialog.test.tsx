import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInOffice } from '../app/testing.js';
import { signInAs } from '../data/session/testing.js';
import { MergeDialog } from './MergeDialog.js';

it('can be closed while both customers load', async () => {
  signInAs('admin');
  const onClose = vi.fn();
  const never = () => new Promise(() => {});
  renderInOffice(<MergeDialog id="a" from="b" onClose={onClose} />, { getOne: never, call: never });
  screen.getByRole('dialog', { name: 'Merge Customers' });
  await act(() => fireEvent.click(screen.getByRole('button', { name: 'Cancel' })));
  expect(onClose).toHaveBeenCalledOnce();
});
