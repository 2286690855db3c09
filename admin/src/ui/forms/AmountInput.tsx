import { useState } from 'react';
import { TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { type Currency, formatNamedMoney, toAmount } from '#domain/money';
import { parseTypedAmount } from '#domain/typedAmount';

interface AmountInputProps {
  source: string;
  /** The name of the field with the currency. */
  currencySource: string;
  /** The rule of the number. */
  validate: (value: unknown, form: Record<string, unknown>) => string | undefined;
}

/** The number of a typed amount; the text itself where it is none. */
const valueOf = (text: string): number | string => {
  const { cents } = parseTypedAmount(text);
  return cents === undefined ? text : toAmount(cents);
};

/**
 * A field of a form for an amount, typed as text: a field of numbers would change by the mouse wheel, and read "25,50"
 * as another amount. The form has the number, and the field says which amount it has understood.
 */
export function AmountInput({ source, currencySource, validate }: AmountInputProps) {
  const [typed, setTyped] = useState('');
  const [value, currency] = useWatch({ name: [source, currencySource] }) as [unknown, Currency | undefined];
  return (
    <TextInput
      source={source}
      size="medium"
      isRequired
      slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: 20, autoComplete: 'off' } }}
      // A value from elsewhere, such as a restored one, replaces what was typed.
      format={(known: number | string | null | undefined) =>
        known === valueOf(typed) ? typed : String(known ?? '')
      }
      parse={(text: string) => {
        setTyped(text);
        return text.trim() === '' ? null : valueOf(text);
      }}
      validate={(one: unknown, form: Record<string, unknown>) =>
        typeof one === 'string' && one ? parseTypedAmount(one).message : validate(one, form)
      }
      helperText={typeof value === 'number' && currency ? formatNamedMoney(value, currency) : false}
    />
  );
}
