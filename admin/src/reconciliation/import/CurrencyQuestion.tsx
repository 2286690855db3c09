import Button from '@mui/material/Button';
import type { Currency } from '#domain/money';
import type { CsvColumn, CsvMapping } from '#domain/reconciliation';
import { Question } from './Question.js';
import { useColumnName } from './useColumnName.js';
import { useQuestionText } from './useQuestionText.js';

interface CurrencyQuestionProps {
  mapping: CsvMapping;
  /** The columns that may be the one of the amounts' currency. */
  columns: CsvColumn[];
  /** The account's currency. */
  currency: Currency;
  isBusy: boolean;
  onAnswer: (mapping: CsvMapping) => void;
}

/** Asks which column says the currency of the amounts, if one does. */
export function CurrencyQuestion({ mapping, columns, currency, isBusy, onAnswer }: CurrencyQuestionProps) {
  const label = useQuestionText('currency');
  const nameOf = useColumnName();
  const others = { ...mapping };
  delete others.currency;
  return (
    <Question
      title={label('title')}
      hint={label('hint', { currency })}
      list={{
        label: label('columns'),
        items: columns.map((column) => ({
          ...{ key: column.index, name: nameOf(column), detail: column.samples.join(' · ') },
          control: (
            <Button
              variant="outlined"
              disabled={isBusy}
              onClick={() => onAnswer({ ...others, currency: column.index })}
            >
              {label('use', { name: nameOf(column) })}
            </Button>
          ),
        })),
      }}
      answers={
        <Button disabled={isBusy} onClick={() => onAnswer(others)}>
          {label('none', { currency })}
        </Button>
      }
    />
  );
}
