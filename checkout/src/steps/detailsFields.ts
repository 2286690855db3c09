import type { CheckoutDetails, TransferMethod } from '#domain/visitor/checkout';
import { detailsRules, postalCodeForm } from '#domain/visitor/checkout-details';
import { calendarDay } from '#domain/platform/dates';
import type { Country } from '#domain/places/countries';
import { asText, type Rule, type Rules } from '#domain/platform/rules';
import { fill } from '#domain/texts/catalogue';
import type { Texts } from '../texts/language.js';
import type { FieldProps } from '../parts/Field.js';

export interface DetailsField {
  name: keyof CheckoutDetails;
  label: string;
  props: Partial<FieldProps>;
}

function postalCode(country: Country, method: TransferMethod, t: Texts): DetailsField {
  const form = postalCodeForm(country, method);
  return {
    name: 'postalCode',
    label: method === 'interac' ? t.fields.interacPostalCode : t.fields.postalCode,
    props: {
      autoComplete: 'postal-code',
      inputMode: form === 'zip' ? 'numeric' : 'text',
      autoCapitalize: 'characters',
      ...(form === 'canadian' && { hint: t.formatPostalCode }),
      ...(form === 'zip' && { hint: t.formatZipCode }),
    },
  };
}

/** The customer form of a method at a place, in groups under their titles; `lastDay` is the last one for a transfer. */
export const detailsGroups = (
  country: Country,
  method: TransferMethod,
  t: Texts,
  lastDay?: string,
): { title: string; fields: DetailsField[] }[] => [
  {
    title: t.groups.contact,
    fields: [
      { name: 'fullName', label: t.fields.fullName, props: { autoComplete: 'name', wide: true } },
      {
        name: 'email',
        label: t.fields.email,
        props: {
          type: 'email',
          autoComplete: 'email',
          inputMode: 'email',
          autoCapitalize: 'none',
          spellCheck: false,
        },
      },
      { name: 'phone', label: t.fields.phone, props: { type: 'tel', autoComplete: 'tel', inputMode: 'tel' } },
    ],
  },
  {
    title: t.groups.address,
    fields: [
      {
        name: 'address',
        label: t.fields.address,
        props: { as: 'textarea', rows: 2, autoComplete: 'street-address', wide: true },
      },
      { name: 'city', label: t.fields.city, props: { autoComplete: 'address-level2' } },
      postalCode(country, method, t),
    ],
  },
  {
    title: t.groups.transfer,
    fields: [
      {
        name: 'transferDate',
        label: t.fields.transferDate,
        props: {
          type: 'date',
          min: calendarDay(new Date()),
          ...(lastDay && { max: lastDay }),
          hint: t.formatDate,
          autoComplete: 'off',
        },
      },
      {
        name: 'transferReference',
        label: t.fields.transferReference,
        props: { as: 'textarea', rows: 2, required: false, autoComplete: 'off', wide: true },
      },
    ],
  },
];

/** The domain's rules for that form; a required field without a message of its own gets one with its label. */
export function detailsFormRules(
  country: Country,
  method: TransferMethod,
  t: Texts,
  lastDay?: string,
): Required<Rules<CheckoutDetails>> {
  const rules = detailsRules(country, method, t.rules, undefined, lastDay);
  const withFallback = ({ name, label, props }: DetailsField): [string, Rule<CheckoutDetails>] => [
    name,
    (value, form) => {
      const isMissing = props.required !== false && asText(value) === '';
      return rules[name](value, form) ?? (isMissing ? fill(t.rules.fallback, { field: label }) : undefined);
    },
  ];
  const fields = detailsGroups(country, method, t).flatMap((group) => group.fields);
  return Object.fromEntries(fields.map(withFallback)) as Required<Rules<CheckoutDetails>>;
}
