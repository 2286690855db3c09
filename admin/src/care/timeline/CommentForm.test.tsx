import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { CoreAdminContext } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { i18nProvider } from '../../app/resources.js';
import { createQueryClient } from '../../data/queryClient.js';
import { signInAs } from '../../data/session/testing.js';
import { CommentForm } from './CommentForm.js';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

function show() {
  signInAs('admin');
  render(
    <MemoryRouter>
      <CoreAdminContext
        dataProvider={{} as never}
        i18nProvider={i18nProvider}
        queryClient={createQueryClient()}
      >
        <CommentForm owner={{ paymentId: 'p' }} />
      </CoreAdminContext>
    </MemoryRouter>,
  );
  return screen.getByRole<HTMLTextAreaElement>('textbox');
}

it('keeps a half-written comment when the session ends, and fills it in once', async () => {
  const field = show();
  await act(() => fireEvent.change(field, { target: { value: 'Called Ann, she' } }));
  localStorage.clear();
  dispatchEvent(new Event('pagehide'));
  cleanup();
  show();
  await vi.waitFor(() =>
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Called Ann, she'),
  );
  cleanup();
  expect(show().value).toBe('');
});
