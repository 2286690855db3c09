import { act, fireEvent, render, screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { expect, it } from 'vitest';
import { required } from '#domain/platform/rules';
import { useFieldErrors } from './useFieldErrors.js';

const rules = { city: required('City is required'), name: required('Name is required') };

/** A form of two fields, which shows what it knows of them. */
function Form() {
  const [values, setValues] = useState({ city: '', name: '' });
  const formRef = useRef<HTMLFormElement>(null);
  const { validate, watch, onLeave } = useFieldErrors({
    rules,
    values,
    formRef,
    onFound: (found) => setValues((before) => ({ ...before, ...found })),
  });
  const [isValid, setValid] = useState<boolean>();
  const field = (name: 'city' | 'name') => (
    <input
      name={name}
      aria-label={name}
      value={values[name]}
      onChange={({ target }) => setValues((before) => ({ ...before, [name]: target.value }))}
      onBlur={() => onLeave(name)}
    />
  );
  return (
    <form ref={formRef} {...watch}>
      {field('city')}
      {field('name')}
      <output>{JSON.stringify({ ...values, isValid })}</output>
      <button type="button" onClick={() => setValid(validate())}>
        Check
      </button>
    </form>
  );
}

/** Fills in a field as a browser does that tells the page nothing of it. */
function fillSilently(name: string, value: string) {
  const property = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!;
  property.set!.call(screen.getByLabelText(name), value);
}
const known = () => JSON.parse(screen.getByRole('status').textContent) as object;

it('takes values that were filled in without an event, when another field is typed in, left, or all are checked', () => {
  render(<Form />);
  fillSilently('city', 'Toronto');
  fireEvent.change(screen.getByLabelText('name'), { target: { value: 'Ann' } });
  expect(known()).toEqual({ city: 'Toronto', name: 'Ann' });
  fillSilently('city', 'Ottawa');
  fireEvent.blur(screen.getByLabelText('name'));
  expect(known()).toMatchObject({ city: 'Ottawa' });
  fillSilently('city', 'Montréal');
  act(() => screen.getByRole('button').click());
  expect(known()).toEqual({ city: 'Montréal', name: 'Ann', isValid: true });
  fillSilently('name', '');
  act(() => screen.getByRole('button').click());
  expect(known()).toMatchObject({ name: '', isValid: false });
});
