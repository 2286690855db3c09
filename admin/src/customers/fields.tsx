import { Box, Typography } from '@mui/material';
import { type Customer, customerStatus, emailKey, visitorFields } from '#domain/customers/customers';
import { regionIn } from '#domain/places/locations';
import { asText } from '#domain/platform/rules';
import { TestChip } from '../ui/fields/cards/fields.js';
import { ToneChip } from '../ui/common/fields.js';
import { useTranslate } from '../ui/i18n/useTranslate.js';

/** The value of the customer's record, below the different one that the visitor typed at the checkout. */
export function RecordedOtherwise({ value }: { value: string }) {
  const translate = useTranslate();
  return (
    <Typography variant="caption" component="span" color="text.secondary" sx={{ display: 'block' }}>
      {translate('resources.customers.show.recordedAs', { value })}
    </Typography>
  );
}

/** A field where the visitor's input differs from the customer's record. */
interface TypedField {
  field: string;
  typed: unknown;
  recorded: unknown;
}

/** Normalizes a value for comparison: case, spacing and the spelling of phone numbers and regions do not count. */
function comparable(field: string, value: unknown): string {
  const text = asText(value);
  if (field === 'email') return emailKey(text);
  if (field === 'phone') return text.replace(/\D/g, '');
  if (field === 'province' || field === 'state') return regionIn(field, text)?.code ?? text;
  if (field === 'postalCode') return text.replace(/[\s-]/g, '').toLowerCase();
  return text.replace(/\s+/g, ' ').toLowerCase();
}

/** Returns the fields that the visitor typed differently from the customer's record; an empty field never differs. */
export const typedDifferently = (
  details: Record<string, unknown> | undefined,
  customer: Partial<Customer>,
): TypedField[] =>
  visitorFields
    .map((field) => ({ field, typed: details?.[field], recorded: customer[field] }))
    .filter(
      ({ field, typed, recorded }) =>
        asText(typed) !== '' && comparable(field, typed) !== comparable(field, recorded),
    );

/** "Active" once there is a payment, else "New"; with a mark where only test payments have made the customer. */
export function CustomerChips({ customer }: { customer: Pick<Customer, 'hasPayment' | 'test'> }) {
  if (!customer.test) return <ToneChip {...customerStatus(customer)} />;
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 0.5 }}>
      <ToneChip {...customerStatus(customer)} />
      <TestChip />
    </Box>
  );
}
