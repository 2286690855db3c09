import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { AdminContext, LinkBase, TestMemoryRouter } from 'react-admin';
import { afterEach, expect, it, vi } from 'vitest';
import { i18nProvider } from '../../app/resources.js';
import { renderInOffice, watchLeaving } from '../../app/testing.js';
import { createQueryClient } from '../../data/queryClient.js';
import { signInAs } from '../../data/session/testing.js';
import { WriteForm } from '../../ui/forms/WriteForm.js';
import { CommentForm } from './Timeline.js';

afterEach(() => sessionStorage.clear());

function show() {
  signInAs('admin');
  renderInOffice(<CommentForm owner={{ paymentId: 'p' }} />, {
    call: () => Promise.resolve({ names: ['max', 'mona', 'Mona.b'] }),
  });
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

it('asks before a half-written comment is left, and not once it was deleted or sent', async () => {
  const asks = watchLeaving();
  const field = show();
  const type = (value: string) => act(() => fireEvent.change(field, { target: { value } }));
  await vi.waitFor(() => expect(asks()).toBe(false));
  await type('Called Ann, she');
  await vi.waitFor(() => expect(asks()).toBe(true));
  await type('');
  await vi.waitFor(() => expect(asks()).toBe(false));
  await type('Called Ann');
  await vi.waitFor(() => expect(asks()).toBe(true));
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await vi.waitFor(() => expect(field.value).toBe(''));
  await vi.waitFor(() => expect(asks()).toBe(false));
});

it('asks before a half-written comment is left beside another form, in which nothing was typed', async () => {
  signInAs('admin');
  render(
    <TestMemoryRouter>
      <AdminContext i18nProvider={i18nProvider} queryClient={createQueryClient()}>
        <CommentForm owner={{ paymentId: 'p' }} />
        <WriteForm keeps="status" write={{ isPending: false, mutateAsync: () => Promise.resolve() }}>
          Update Status
        </WriteForm>
        <LinkBase to="/elsewhere">Leave</LinkBase>
      </AdminContext>
    </TestMemoryRouter>,
  );
  await act(() => fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Called Ann' } }));
  fireEvent.click(screen.getByRole('link', { name: 'Leave' }));
  const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  expect(question.textContent).toContain('Stay');
});

it('offers the names that begin with what is typed behind an @, and leaves all other keys to the text', async () => {
  const field = show();
  field.focus();
  const type = (value: string) =>
    act(() => {
      fireEvent.change(field, { target: { value } });
      field.setSelectionRange(value.length, value.length);
      // React tells of no selection while the button of a mouse is down, as another file's test may have left it.
      fireEvent.mouseUp(field);
    });
  /** True where the key is left to the text. */
  const press = (key: string) => act(() => fireEvent.keyDown(field, { key }));
  const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
  type('Ask @');
  await screen.findAllByRole('option', {}, { timeout: 20_000 });
  expect(offered()).toEqual(['max', 'mona', 'Mona.b']);
  type('Ask @MO');
  expect(offered()).toEqual(['mona', 'Mona.b']);
  expect(await press('ArrowDown')).toBe(false);
  const active = screen.getByRole('option', { name: 'Mona.b' });
  expect(field.getAttribute('aria-activedescendant')).toBe(active.id);
  expect(await press('Enter')).toBe(false);
  expect(field.value).toBe('Ask @Mona.b ');
  expect(offered()).toEqual([]);
  for (const key of ['Enter', 'ArrowDown', 'ArrowUp', 'PageUp', 'Home']) expect(await press(key)).toBe(true);
  type('Ask @Mona.b @m');
  expect(offered()).toEqual(['max', 'mona', 'Mona.b']);
  await press('Escape');
  expect(offered()).toEqual([]);
  expect(await press('Enter')).toBe(true);
  type('Ask @Mona.b @mo');
  await act(() => fireEvent.click(screen.getByRole('option', { name: 'Mona.b' })));
  expect(field.value).toBe('Ask @Mona.b @Mona.b ');
  type('ann@m');
  expect(offered()).toEqual([]);
});
