import { type Dispatch, type FormEvent, useRef } from 'react';
import { type CheckoutLocation, locationRules } from '#domain/checkout';
import { countries, countryNames, provinces, type Region, states } from '#domain/locations';
import type { CheckoutAction } from '../checkoutState.js';
import { pages } from '#domain/pages';
import { Field } from '../parts/Field.js';
import { useFieldErrors } from '../useFieldErrors.js';
import { prefetchLaterSteps } from '../useLaterSteps.js';

interface LocationStepProps {
  location: CheckoutLocation;
  /** The reference of the purchase before this checkout, which this tab can still show. */
  dispatch: Dispatch<CheckoutAction>;
}

const regionOptions = (regions: readonly Region[]) =>
  regions.map(({ slug, name }) => (
    <option key={slug} value={slug}>
      {name}
    </option>
  ));

/** Asks where the visitor lives: price and payment methods depend on it. */
export function LocationStep({ location, dispatch }: LocationStepProps) {
  const formRef = useRef<HTMLFormElement>(null);
  const { errorOf, onLeave, onEdit, validate, watch } = useFieldErrors<CheckoutLocation>({
    rules: locationRules,
    values: location,
    formRef,
    onFound: (change) => dispatch({ type: 'locationChanged', change }),
  });

  const fieldProps = (field: keyof CheckoutLocation) => ({
    as: 'select' as const,
    name: field,
    value: location[field],
    error: errorOf(field),
    required: true,
    wide: true,
    onChange: (event: { target: { value: string } }) => {
      onEdit(field);
      dispatch({ type: 'locationChanged', change: { [field]: event.target.value } });
    },
    onBlur: () => onLeave(field),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (validate()) dispatch({ type: 'wentTo', step: 'payment' });
  }

  return (
    <form
      ref={formRef}
      className="panel"
      noValidate
      onSubmit={submit}
      onFocus={prefetchLaterSteps}
      {...watch}
    >
      <p className="lead">Your location decides the price and the ways to pay.</p>
      <div className="fields">
        <Field {...fieldProps('country')} label="Country" autoComplete="country-name">
          <option value="">Select your country</option>
          {countries.map((country) => (
            <option key={country} value={country}>
              {countryNames[country]}
            </option>
          ))}
        </Field>
        {location.country === 'canada' && (
          <Field {...fieldProps('province')} label="Province" autoComplete="address-level1">
            <option value="">Select your province</option>
            {regionOptions(provinces)}
          </Field>
        )}
        {location.country === 'usa' && (
          <Field {...fieldProps('state')} label="State" autoComplete="address-level1">
            <option value="">Select your state</option>
            {regionOptions(states)}
          </Field>
        )}
      </div>
      <div className="actions">
        <button type="submit" className="button button-primary">
          Continue to Payment
        </button>
      </div>
      <p className="muted find-payment">
        Have you bought already? <a href={pages.order}>Find your payment</a>
      </p>
    </form>
  );
}
