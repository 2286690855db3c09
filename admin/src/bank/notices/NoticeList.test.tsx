import { fireEvent, screen, waitFor } from '@testing-library/react';
import { ListBase } from 'react-admin';
import { expect, it, vi } from 'vitest';
import { renderInOffice } from '../../app/testing.js';
import { signInAs } from '../../data/session/testing.js';
import { answering } from '../../data/testing.js';
import { NoticeList } from './NoticeList.js';

it('gives the focus to the heading where the first notice takes the place of the button that added it', async () => {
  signInAs('admin');
  const notice = {
    id: 'n',
    sender: 'Ann',
    amount: 12,
    currency: 'CAD',
    message: '',
    createdAt: '2026-11-01',
  };
  const getList = vi.fn().mockResolvedValue({ data: [], total: 0 });
  const call = answering({
    'POST /interac-notices': () => {
      getList.mockResolvedValue({ data: [notice], total: 1 });
      return notice;
    },
  });
  renderInOffice(
    <main>
      <h1 tabIndex={-1}>Notices</h1>
      <ListBase resource="interac-notices" disableAuthentication>
        <NoticeList />
      </ListBase>
    </main>,
    { call, getList },
  );
  const opening = await waitFor(() => {
    const button = document.querySelector<HTMLElement>('.RaList-content button')!;
    expect(button.textContent).toBe('Add Interac Notice');
    return button;
  });
  opening.focus();
  fireEvent.click(opening);
  fireEvent.change(await screen.findByRole('textbox', { name: /Paste|Text/ }), {
    target: { value: 'A mail' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  await screen.findByText('Ann');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
});
