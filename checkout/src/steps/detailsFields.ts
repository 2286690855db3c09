import type { CheckoutDetails, TransferMethod } from '#domain/checkout';
import { detailsRules, fallbackMessage } from '#domain/checkoutDetails';
import { calendarDay } from '#domain/dates';
import type { Country } from '#domain/locations';
import { asText, type Rule, type Rules } from '#domain/rules';
import type { FieldProps } from '../parts/Field.js';

export interface DetailsField {
  name: keyof CheckoutDetails;
  label: string;
  props: Partial<FieldProps>;
}

function postalCode(country: Country, method: TransferMethod): DetailsField {
  const isCanadian = country === 'canada' || method === 'interac';
  return {
    name: 'postalCode',
    label: method === 'interac' ? 'Postal Code' : 'Postal/ZIP Code',
    props: {
      autoComplete: 'postal-code',
      inputMode: country === 'usa' ? 'numeric' : 'text',
      autoCapitalize: 'characters',
      ...(isCanadian && { hint: 'Format: A1A 1A1' }),
      ...(country === 'usa' && { hint: 'Format: 12345 or 12345-6789' }),
    },
  };
}

/** The customer form of a method at a place, in groups under their titles. */
export const detailsGroups = (
  country: Country,
  method: TransferMethod,
): { title: string; fields: DetailsField[] }[] => [
  {
    title: 'Contact',
    fields: [
      { name: 'fullName', label: 'Full Name', props: { autoComplete: 'name', wide: true } },
      {
        name: 'email',
        label: 'Email',
        props: {
          type: 'email',
          autoComplete: 'email',
          inputMode: 'email',
          autoCapitalize: 'none',
          spellCheck: false,
        },
      },
      { name: 'phone', label: 'Phone Number', props: { type: 'tel', autoComplete: 'tel', inputMode: 'tel' } },
    ],
  },
  {
    title: 'Address',
    fields: [
      {
        name: 'address',
        label: 'Address',
        props: { as: 'textarea', rows: 2, autoComplete: 'street-address', wide: true },
      },
      { name: 'city', label: 'City', props: { autoComplete: 'address-level2' } },
      postalCode(country, method),
    ],
  },
  {
    title: 'Transfer',
    fields: [
      {
        name: 'transferDate',
        label: 'Expected Transfer Date',
        props: {
          type: 'date',
          min: calendarDay(new Date()),
          hint: 'Format: YYYY-MM-DD',
          autoComplete: 'off',
        },
      },
      {
        name: 'transferReference',
        label: 'Transfer Reference/Notes',
        props: { as: 'textarea', rows: 2, required: false, autoComplete: 'off', wide: true },
      },
    ],
  },
];

/** The domain's rules for that form; a required field without a message of its own gets one with its label. */
export function detailsFormRules(country: Country, method: TransferMethod): Required<Rules<CheckoutDetails>> {
  const rules = detailsRules(country, method);
  const withFallback = ({ name, label, props }: DetailsField): [string, Rule<CheckoutDetails>] => [
    name,
    (value, form) => {
      const isMissing = props.required !== false && asText(value) === '';
      return rules[name](value, form) ?? (isMissing ? fallbackMessage(label) : undefined);
    },
  ];
  const fields = detailsGroups(country, method).flatMap((group) => group.fields);
  return Object.fromEntries(fields.map(withFallback)) as Required<Rules<CheckoutDetails>>;
}
