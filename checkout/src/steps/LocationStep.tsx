import { type Dispatch, type FormEvent, useRef } from 'react';
import { type CheckoutLocation, locationRules } from '#domain/visitor/checkout';
import type { Language } from '#domain/platform/languages';
import { regionNamesOf } from '#domain/places/location-text';
import { countries, regionFieldOf } from '#domain/places/countries';
import type { CheckoutAction } from '../progress/checkoutState.js';
import { orderPage } from '#domain/platform/order-page';
import { isRegionChosen } from '../offer.js';
import { Field } from '../parts/Field.js';
import { useFieldErrors } from '../useFieldErrors.js';
import { prefetchLaterSteps } from '../useLaterSteps.js';
import { useLanguage, useTexts } from '../texts/language.js';

interface LocationStepProps {
  location: CheckoutLocation;
  dispatch: Dispatch<CheckoutAction>;
}

/** The regions of a country in the order of their names. */
const optionsOf = (names: Record<string, string> = {}, language: Language) =>
  Object.entries(names)
    .toSorted(([, one], [, other]) => one.localeCompare(other, language))
    .map(([slug, name]) => (
      <option key={slug} value={slug}>
        {name}
      </option>
    ));

/** Asks where the visitor lives: price and payment methods depend on it. */
export function LocationStep({ location, dispatch }: LocationStepProps) {
  const t = useTexts();
  const regionOptions = optionsOf(regionNamesOf(location.country, t), useLanguage());
  const regionField = regionFieldOf(location.country);
  const formRef = useRef<HTMLFormElement>(null);
  const { errorOf, onLeave, onEdit, validate, watch } = useFieldErrors<CheckoutLocation>({
    rules: locationRules(t, isRegionChosen),
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
      <p className="lead">{t.locationLead}</p>
      <div className="fields">
        <Field {...fieldProps('country')} label={t.country} autoComplete="country-name">
          <option value="">{t.selectCountry}</option>
          {countries.map((country) => (
            <option key={country} value={country}>
              {t.countries[country]}
            </option>
          ))}
        </Field>
        {regionField && (
          <Field
            key={regionField}
            {...fieldProps(regionField)}
            label={t[regionField]}
            autoComplete="address-level1"
          >
            <option value="">{regionField === 'state' ? t.selectState : t.selectProvince}</option>
            {regionOptions}
          </Field>
        )}
      </div>
      <div className="actions">
        <button type="submit" className="button button-primary">
          {t.continueToPayment}
        </button>
      </div>
      <p className="muted find-payment">
        {t.boughtAlready} <a href={orderPage}>{t.findPayment}</a>
      </p>
    </form>
  );
}
