import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInOffice, watchLeaving } from '../../app/testing.js';
import { signInAs } from '../../data/session/testing.js';
import { answering } from '../../data/testing.js';
import { AccountSecondFactor } from './AccountSecondFactor.js';

const press = async (name: string) => {
  const button = await screen.findByRole('button', { name });
  await act(() => fireEvent.click(button));
};

it.each([
  [{ totp: false, passkeys: 0, recoveryCodes: 0 }, /^Signing in asks for the password only/],
  [{ totp: false, passkeys: 1, recoveryCodes: 0 }, /^Signing in asks for a passkey after the password/],
  [{ totp: true, passkeys: 0, recoveryCodes: 9 }, /^Signing in asks for the code of your authenticator app/],
])('says what signing in asks for: %o', async (state, text) => {
  signInAs('admin');
  const call = answering({ 'GET /account/second-factor': () => state });
  renderInOffice(<AccountSecondFactor />, { call });
  await screen.findByText(text);
});

it('returns the focus where setting up an app is given up', async () => {
  signInAs('admin');
  const call = answering({
    'GET /account/second-factor': () => ({ totp: false, passkeys: 0, recoveryCodes: 0 }),
    'POST /account/totp': () => ({ secret: 'ABCDEFGH', uri: 'otpauth://totp/a' }),
  });
  renderInOffice(<AccountSecondFactor />, { call });
  await press('Set Up an Authenticator App');
  await press('Cancel');
  expect(document.activeElement).toBe(
    await screen.findByRole('button', { name: 'Set Up an Authenticator App' }),
  );
});

it('asks before the page is left while new recovery codes are shown and not confirmed as kept', async () => {
  const asks = watchLeaving();
  signInAs('admin');
  const call = answering({
    'GET /account/second-factor': () => ({ totp: true, passkeys: 0, recoveryCodes: 2 }),
    'POST /account/recovery-codes': () => ({ recoveryCodes: ['aaaa-bbbb'] }),
  });
  renderInOffice(<AccountSecondFactor />, { call });
  await press('New Recovery Codes');
  fireEvent.click(screen.getAllByRole('button', { name: 'New Recovery Codes' }).at(-1)!);
  await screen.findByText('aaaa-bbbb');
  await waitFor(() => expect(asks()).toBe(true));
  await press('I Have Kept Them');
  await waitFor(() => expect(screen.queryByText('aaaa-bbbb')).toBeNull());
  await waitFor(() => expect(asks()).toBe(false));
});
