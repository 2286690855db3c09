import { NumberInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { type Currency, formatNamedMoney } from '#domain/money';

interface AmountInputProps {
  source: string;
  /** The name of the field with the currency. */
  currencySource: string;
  /** The rule of the number. */
  validate: (value: unknown, form: Record<string, unknown>) => string | undefined;
}

/**
 * A field of a form for an amount: a field of numbers, as specified. It says which amount it has understood, as a browser
 * may leave out a comma, and gives up the focus to the mouse wheel, which would change the number otherwise.
 */
export function AmountInput({ source, currencySource, validate }: AmountInputProps) {
  const [value, currency] = useWatch({ name: [source, currencySource] }) as [unknown, Currency | undefined];
  return (
    <NumberInput
      source={source}
      size="medium"
      min={0}
      step={0.01}
      isRequired
      slotProps={{
        htmlInput: {
          inputMode: 'decimal',
          autoComplete: 'off',
          onWheel: (event: { currentTarget: HTMLElement }) => event.currentTarget.blur(),
        },
      }}
      validate={validate}
      helperText={typeof value === 'number' && currency ? formatNamedMoney(value, currency) : false}
    />
  );
}
