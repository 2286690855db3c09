import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { formatDays } from '#domain/dates';
import type { FileAccount } from '#domain/statement-reading';
import { Answers } from './Answers.js';
import { DraftRows } from './DraftRows.js';
import { Question } from './Question.js';

interface FileAccountQuestionProps {
  accounts: FileAccount[];
  /** The name of the bank account. */
  name: string;
  isBusy: boolean;
  onChoose: (account: true | string) => void;
}

/** Asks which of a file's accounts is the bank account: the rows of the others are left out. */
export function FileAccountQuestion({ accounts, name, isBusy, onChoose }: FileAccountQuestionProps) {
  const translate = useTranslate();
  const label = (key: string, options?: object) =>
    translate(`resources.reconcile.question.fileAccount.${key}`, options);
  return (
    <Question title={label('title', { name })} hint={label('hint')}>
      <DraftRows aria-label={label('accounts')}>
        {accounts.map(({ account, rows, from, to, example }) => (
          <li key={account}>
            <div data-text>
              <b>{account}</b>
              <div>
                {[label('rows', { smart_count: rows }), from && formatDays(from, to), example]
                  .filter(Boolean)
                  .join(' · ')}
              </div>
            </div>
            <Button
              variant="outlined"
              disabled={isBusy}
              aria-label={label('chooseOf', { account })}
              onClick={() => onChoose(account)}
            >
              {label('choose')}
            </Button>
          </li>
        ))}
      </DraftRows>
      <Answers>
        <Button disabled={isBusy} onClick={() => onChoose(true)}>
          {label('all', { name })}
        </Button>
      </Answers>
    </Question>
  );
}
