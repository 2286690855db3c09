import { type SxProps, TextField } from '@mui/material';
import { type Currency, formatNamedMoney, toAmount } from '#domain/platform/money';
import { parseTypedAmount } from '#domain/platform/typed-amount';

interface AmountFieldProps {
  id: string;
  label: string;
  value: string;
  currency: Currency;
  /** The reason why the amount cannot be taken; of a text that is no amount, the field says so itself. */
  error?: string | undefined;
  hint?: string;
  sx?: SxProps;
  onChange: (text: string) => void;
}

/** A small field for a typed amount, which says which amount it has understood. */
export function AmountField({ id, label, value, currency, error, hint, sx, onChange }: AmountFieldProps) {
  const { cents, message } = parseTypedAmount(value);
  // An empty field shows no error yet.
  const shownError = value.trim() ? (message ?? error) : undefined;
  const understood = cents !== undefined && formatNamedMoney(toAmount(cents), currency);
  return (
    <TextField
      size="small"
      id={id}
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={Boolean(shownError)}
      helperText={shownError ?? [understood, hint].filter(Boolean).join(' · ')}
      sx={sx}
      slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: 20, autoComplete: 'off' } }}
    />
  );
}
