import type { ChangeEvent } from 'react';
import type { CheckoutDetails } from '#domain/visitor/checkout';
import { EmailField } from '../parts/EmailField.js';
import { Field } from '../parts/Field.js';
import type { DetailsField } from './detailsFields.js';
import { useTexts } from '../texts/language.js';

interface CustomerFieldsProps {
  title: string;
  fields: DetailsField[];
  values: CheckoutDetails;
  errorOf: (field: keyof CheckoutDetails) => string | undefined;
  onChange: (field: keyof CheckoutDetails, value: string) => void;
  onLeave: (field: keyof CheckoutDetails) => void;
}

/** One group of the customer form. */
export function CustomerFields({ title, fields, values, errorOf, onChange, onLeave }: CustomerFieldsProps) {
  const { invalidPhone, phoneExample } = useTexts().rules;
  return (
    <fieldset>
      <legend>{title}</legend>
      <div className="fields">
        {fields.map(({ name, label, props }) => {
          const field = {
            required: true,
            ...props,
            label,
            name,
            value: values[name],
            error: errorOf(name),
            ...(errorOf(name) === invalidPhone && { advice: phoneExample }),
            onChange: (event: ChangeEvent<HTMLInputElement>) => onChange(name, event.target.value),
            onBlur: () => onLeave(name),
          };
          return name === 'email' ? (
            <EmailField key={name} {...field} onMeant={(email) => onChange(name, email)} />
          ) : (
            <Field key={name} {...field} />
          );
        })}
      </div>
    </fieldset>
  );
}
