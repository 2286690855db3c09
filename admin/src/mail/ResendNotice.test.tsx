import { configure, fireEvent, render, screen } from '@testing-library/react';
import { CoreAdminContext, ResourceContextProvider } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import type { ListedMail, MailState } from '#domain/mail/mail';
import type { Role } from '#domain/platform/roles';
import { i18nProvider } from '../app/resources.js';
import { signInAs } from '../data/session/testing.js';
import { useSavedNotice } from '../ui/forms/RecordForm.js';
import { Notices } from '../ui/undo/Notices.js';
import { answering } from '../data/testing.js';
import { useResendNotice } from './ResendNotice.js';

configure({ asyncUtilTimeout: 20_000 });

beforeEach(() => signInAs('admin'));
const mail = (state: MailState, fields: Partial<ListedMail> = {}) => ({
  _id: 'm1',
  kind: 'instructions',
  paymentId: 'p1',
  to: 'noor@exampel.com',
  subject: 'How to pay',
  state,
  ...fields,
});

function Saving() {
  const resendNotice = useResendNotice();
  const saved = useSavedNotice(
    'updated',
    () => '/',
    ({ id, email }, _previous, text) => resendNotice(id, email as string, text),
  );
  return (
    <button type="button" onClick={() => saved({ id: 'c1', fullName: 'Noor', email: 'noor@example.com' })}>
      Save
    </button>
  );
}

/** Saves the corrected email of a customer with these mails, newest first; returns the calls that send one again. */
function save(mails: unknown[] | Error) {
  const resend = vi.fn(({ id, body: { to } }: { id: string; body: { to: string } }) => ({
    id,
    to,
    state: 'queued',
  }));
  const call = answering({
    'GET /mails': () => (mails instanceof Error ? Promise.reject(mails) : { mails }),
    'POST /mails/{id}/resend': resend,
  });
  render(
    <MemoryRouter>
      <CoreAdminContext dataProvider={{ call } as never} i18nProvider={i18nProvider}>
        <ResourceContextProvider value="customers">
          <Saving />
        </ResourceContextProvider>
        <Notices>{null}</Notices>
      </CoreAdminContext>
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  return resend;
}

it('a corrected email whose last mail failed offers to send that mail again, to the new address, once', async () => {
  const resend = save([mail('failed'), mail('sent', { _id: 'm0' })]);
  await screen.findByText(/was saved\. The last mail, “How to pay”, did not reach noor@exampel\.com\.$/);
  const again = screen.getByRole('button', { name: 'Send Again' });
  fireEvent.click(again);
  fireEvent.click(again);
  await screen.findByText('The mail to noor@example.com is queued');
  expect(resend.mock.calls).toEqual([[{ id: 'm1', body: { to: 'noor@example.com', version: 0 } }]]);
});

it.each<[string, unknown[] | Error, Role?]>([
  ['the last mail arrived', [mail('sent'), mail('failed', { _id: 'm0' })]],
  ['the failed mail is not about one payment', [mail('failed', { kind: 'link' })]],
  ['the failed mail went to this address', [mail('failed', { to: 'noor@example.com' })]],
  ['there is no mail', []],
  ['the mails cannot be read', new Error('No connection')],
  ['the role may not send mails', [mail('failed')], 'viewer'],
])('nothing is offered where %s', async (_, mails, role) => {
  if (role) signInAs(role);
  save(mails);
  await screen.findByText(/was saved$/);
  expect(screen.queryByRole('button', { name: 'Send Again' })).toBeNull();
});
