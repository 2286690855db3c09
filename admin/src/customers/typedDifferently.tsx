import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { type Customer, emailKey } from '#domain/customers';
import { findRegion } from '#domain/locations';
import { asText } from '#domain/rules';

/** The value of the customer's record, below the different one that the visitor typed at the checkout. */
export function RecordedOtherwise({ value }: { value: string }) {
  const translate = useTranslate();
  return (
    <Typography variant="caption" component="span" color="text.secondary" sx={{ display: 'block' }}>
      {translate('resources.customers.show.recordedAs', { value })}
    </Typography>
  );
}

/** The fields that both a visitor's details and a customer's record have. */
const fields = [
  ...['fullName', 'email', 'phone', 'country'],
  ...['province', 'state', 'address', 'city', 'postalCode'],
] as (keyof Customer)[];

/** A field where the visitor's input differs from the customer's record. */
export interface TypedField {
  field: string;
  typed: unknown;
  recorded: unknown;
}

/** Normalizes a value for comparison: case, spacing and the spelling of phone numbers and regions do not count. */
function comparable(field: string, value: unknown): string {
  const text = asText(value);
  if (field === 'email') return emailKey(text);
  if (field === 'phone') return text.replace(/\D/g, '');
  if (field === 'province') return findRegion('canada', text)?.code ?? text;
  if (field === 'state') return findRegion('usa', text)?.code ?? text;
  if (field === 'postalCode') return text.replace(/[\s-]/g, '').toLowerCase();
  return text.replace(/\s+/g, ' ').toLowerCase();
}

/** Returns the fields that the visitor typed differently from the customer's record; an empty field never differs. */
export const typedDifferently = (
  details: Record<string, unknown> | undefined,
  customer: Partial<Customer>,
): TypedField[] =>
  fields
    .map((field) => ({ field, typed: details?.[field], recorded: customer[field] }))
    .filter(
      ({ field, typed, recorded }) =>
        asText(typed) !== '' && comparable(field, typed) !== comparable(field, recorded),
    );
