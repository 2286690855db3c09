import { configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { CoreAdminContext, Form } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { paymentRules } from '#domain/payments/payments';
import { i18nProvider } from '../../app/resources.js';
import { AmountInput } from './PaymentForm.js';

configure({ asyncUtilTimeout: 20_000 });

function show(amount?: number) {
  const onSubmit = vi.fn();
  render(
    <MemoryRouter>
      <CoreAdminContext i18nProvider={i18nProvider}>
        <Form noValidate onSubmit={onSubmit} defaultValues={{ amount, currency: 'CAD' }}>
          <AmountInput source="amount" currencySource="currency" validate={paymentRules.amount} />
          <button type="submit">Save</button>
        </Form>
      </CoreAdminContext>
    </MemoryRouter>,
  );
  return onSubmit;
}

const field = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: /amount/i });
const type = (value: string) => {
  fireEvent.focus(field());
  fireEvent.change(field(), { target: { value } });
};
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));

it.each([
  ['25.50', 25.5, 'CA$25.50'],
  ['2256.61', 2256.61, 'CA$2,256.61'],
])('"%s" is understood and saved as %d, and the field says so', async (text, amount, understood) => {
  const onSubmit = show();
  type(text);
  await screen.findByText(understood);
  expect(field().value).toBe(text);
  save();
  await waitFor(() => expect(onSubmit.mock.lastCall?.[0]).toMatchObject({ amount }));
});

it.each([
  ['2.555', /two decimals/],
  ['', /required/i],
  ['0', /Amount must be a positive number/],
  ['-5', /Amount must be a positive number/],
])('"%s" is not saved, and the field says why', async (text, reason) => {
  const onSubmit = show(12);
  type(text);
  save();
  await waitFor(() => expect(field().getAttribute('aria-invalid')).toBe('true'));
  expect(field().closest('.MuiFormControl-root')?.textContent).toMatch(reason);
  expect(onSubmit).not.toHaveBeenCalled();
});

it('is a field of numbers from 0 in steps of a cent, which the mouse wheel finds without the focus', () => {
  show(2096.85);
  const { type: kind, min, step } = field();
  expect({ kind, min, step }).toEqual({ kind: 'number', min: '0', step: '0.01' });
  field().focus();
  expect(document.activeElement).toBe(field());
  fireEvent.wheel(field(), { deltaY: 100 });
  expect(document.activeElement).not.toBe(field());
  expect(field().value).toBe('2096.85');
});
