import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import type { Currency } from '#domain/money';
import type { CsvColumn, CsvMapping } from '#domain/reconciliation';
import { Answers } from './Answers.js';
import { DraftRows } from './DraftRows.js';
import { Question } from './Question.js';

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
  const translate = useTranslate();
  const label = (name: string, options?: object) =>
    translate(`resources.reconcile.question.currency.${name}`, options);
  const others = { ...mapping };
  delete others.currency;
  return (
    <Question title={label('title')} hint={label('hint', { currency })}>
      <DraftRows aria-label={label('columns')}>
        {columns.map(({ index, name, samples }) => {
          const columnName = name || translate('resources.reconcile.mapping.unnamed', { number: index + 1 });
          return (
            <li key={index}>
              <div data-text>
                <b>{columnName}</b>
                <div>{samples.join(' · ')}</div>
              </div>
              <Button
                variant="outlined"
                disabled={isBusy}
                onClick={() => onAnswer({ ...others, currency: index })}
              >
                {label('use', { name: columnName })}
              </Button>
            </li>
          );
        })}
      </DraftRows>
      <Answers>
        <Button disabled={isBusy} onClick={() => onAnswer(others)}>
          {label('none', { currency })}
        </Button>
      </Answers>
    </Question>
  );
}
