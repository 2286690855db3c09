import { act, configure, fireEvent, render, screen } from '@testing-library/react';
import {
  AdminContext,
  Create,
  DeleteButton,
  RecordContextProvider,
  SimpleForm,
  TextInput,
  UpdateButton,
} from 'react-admin';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { required } from '#domain/platform/rules';
import { HttpError } from '#browser/http';
import { i18nProvider } from '../../app/resources.js';
import { dataProvider } from '../../data/dataProvider.js';
import { createQueryClient } from '../../data/queryClient.js';
import { useWrite } from '../../data/useCall.js';
import { FormDialog } from './FormDialog.js';
import { ReasonForm } from './WriteForm.js';

configure({ asyncUtilTimeout: 20_000 });

afterEach(() => vi.unstubAllGlobals());

const show = (part: React.ReactNode) =>
  render(
    <MemoryRouter>
      <AdminContext dataProvider={dataProvider} i18nProvider={i18nProvider} queryClient={createQueryClient()}>
        {part}
      </AdminContext>
    </MemoryRouter>,
  );

const send = vi.fn();
const close = vi.fn();

function NameDialog({ stored = '' }: { stored?: string }) {
  const write = useWrite({
    mutationKey: ['test', 'write'],
    mutationFn: (values: { name: string }) => send(values) as Promise<void>,
  });
  return (
    <FormDialog<{ name: string }> title="Name" defaultValues={{ name: stored }} write={write} onClose={close}>
      <TextInput source="name" label="Name" validate={required('Name is required')} />
    </FormDialog>
  );
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const pressTwice = (name: string) =>
  act(async () => {
    const button = screen.getByRole('button', { name });
    button.click();
    button.click();
  });

it.each([
  ['under its field', { name: 'Taken' }, 'Taken', 'true'],
  ['above the form, where it has no such field', { secret: 'Wrong' }, 'Wrong', 'false'],
  ['above the form, where it is of the whole', {}, 'Refused', 'false'],
])(
  'shows a refusal %s, keeps what was typed, and sends it again',
  async (_where, errors, message, isInvalid) => {
    vi.resetAllMocks();
    show(<NameDialog />);
    await pressTwice('Save');
    await screen.findByText('Name is required');
    expect(send).not.toHaveBeenCalled();

    type('Ann');
    send.mockRejectedValueOnce(new HttpError('Refused', 400, { errors }));
    await pressTwice('Save');
    await screen.findByText(message);
    expect(field().value).toBe('Ann');
    expect(field().getAttribute('aria-invalid')).toBe(isInvalid);

    if (isInvalid === 'true') type('Anna');
    send.mockResolvedValueOnce(undefined);
    await pressTwice('Save');
    await vi.waitFor(() => expect(close).toHaveBeenCalledOnce(), { timeout: 20_000 });
    expect(send).toHaveBeenCalledTimes(2);
  },
);

it('says why it was refused though the record that it opened with has changed', async () => {
  vi.resetAllMocks();
  send.mockRejectedValueOnce(new HttpError('Changed by someone else', 409));
  function Changed() {
    const [stored, setStored] = useState('Ann');
    return (
      <>
        <NameDialog stored={stored} />
        <button onClick={() => setStored('Bo')}>Change</button>
      </>
    );
  }
  show(<Changed />);
  await pressTwice('Save');
  await screen.findByText('Changed by someone else');
  fireEvent.click(screen.getByText('Change'));
  await vi.waitFor(() => expect(field().value).toBe('Bo'));
  expect(screen.getByText('Changed by someone else')).toBeDefined();
});

it.each([
  [
    'Save',
    <Create key="" resource="customers" redirect={false}>
      <SimpleForm defaultValues={{ name: '' }}>
        <TextInput source="name" label="Name" />
      </SimpleForm>
    </Create>,
  ],
  ['Delete', <DeleteButton key="" resource="customers" mutationMode="pessimistic" redirect={false} />],
  ['Update', <UpdateButton key="" resource="customers" mutationMode="pessimistic" data={{ name: 'Bo' }} />],
])('calls the server once where react-admin’s %s is pressed twice', async (name, part) => {
  const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>(() =>
    Promise.resolve(new Response('{"_id":"a"}')),
  );
  vi.stubGlobal('fetch', fetched);
  show(<RecordContextProvider value={{ id: 'a', _id: 'a', version: 1 }}>{part}</RecordContextProvider>);
  if (name === 'Save') type('Ann');
  await pressTwice(name);
  if (name !== 'Save') await pressTwice('Confirm');
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled(), { timeout: 20_000 });
  const writes = fetched.mock.calls.filter(([, init]) => init?.method !== 'GET');
  expect(writes).toHaveLength(1);
});

it('gives the focus back to its button where a reason is not given after all', async () => {
  show(
    <ReasonForm
      {...{ action: 'Dismiss', label: 'Reason', hint: '', rule: required('Why?') }}
      {...{ isSending: false, isDisabled: false, onSubmit: () => {} }}
    />,
  );
  expect(document.activeElement).toBe(document.body);
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(document.activeElement).toBe(await screen.findByRole('textbox'));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Dismiss' }));
});

it('keeps what is typed where its dialog is pressed beside, and closes by Escape', () => {
  vi.resetAllMocks();
  show(<NameDialog />);
  type('Ann');
  const beside = document.querySelector('.MuiDialog-container')!;
  fireEvent.mouseDown(beside);
  fireEvent.click(beside);
  expect(close).not.toHaveBeenCalled();
  fireEvent.keyDown(field(), { key: 'Escape' });
  expect(close).toHaveBeenCalledOnce();
});
