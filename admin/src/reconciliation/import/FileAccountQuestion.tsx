import Button from '@mui/material/Button';
import { formatDays } from '#domain/dates';
import type { FileAccount } from '#domain/statement-reading';
import { Question } from './Question.js';
import { useQuestionText } from './useQuestionText.js';

interface FileAccountQuestionProps {
  accounts: FileAccount[];
  /** The name of the bank account. */
  name: string;
  isBusy: boolean;
  onChoose: (account: true | string) => void;
}

/** Asks which of a file's accounts is the bank account: the rows of the others are left out. */
export function FileAccountQuestion({ accounts, name, isBusy, onChoose }: FileAccountQuestionProps) {
  const label = useQuestionText('fileAccount');
  return (
    <Question
      title={label('title', { name })}
      hint={label('hint')}
      list={{
        label: label('accounts'),
        items: accounts.map(({ account, rows, from, to, example }) => ({
          ...{ key: account, name: account },
          detail: [label('rows', { smart_count: rows }), from && formatDays(from, to), example]
            .filter(Boolean)
            .join(' · '),
          control: (
            <Button
              variant="outlined"
              disabled={isBusy}
              aria-label={label('chooseOf', { account })}
              onClick={() => onChoose(account)}
            >
              {label('choose')}
            </Button>
          ),
        })),
      }}
      answers={
        <Button disabled={isBusy} onClick={() => onChoose(true)}>
          {label('all', { name })}
        </Button>
      }
    />
  );
}
