import { AccountQuestion } from './AccountQuestion.js';
import { useBankAccounts } from '../accounts/useBankAccounts.js';
import { CurrencyQuestion } from './CurrencyQuestion.js';
import { DirectionQuestion } from './DirectionQuestion.js';
import { EncodingQuestion } from './EncodingQuestion.js';
import { FileAccountQuestion } from './FileAccountQuestion.js';
import { ReadingQuestion } from './ReadingQuestion.js';
import { StatusQuestion } from './StatusQuestion.js';
import { YearQuestion } from './YearQuestion.js';
import type { BankAccountRecord, StatementDraftRecord } from '../../data/reconciliationMethods.js';
import type { DraftActions } from './useDraftActions.js';

interface DraftQuestionsProps {
  draft: StatementDraftRecord;
  actions: DraftActions;
  isBusy: boolean;
  onMove: (account: BankAccountRecord) => void;
  onChangeColumns: (() => void) | undefined;
}

/** The questions that a file leaves open beside those about its columns, each with its answers. */
export function DraftQuestions({ draft, actions, isBusy, onMove, onChangeColumns }: DraftQuestionsProps) {
  const { questions, encodings, examples, directionWords, statusWords, years, currencyColumns } =
    draft.preview;
  const { accounts, decisions } = draft.preview;
  const { mapping, setMapping, decide } = actions;
  const account = useBankAccounts().accounts?.find(({ id }) => id === draft.bankAccountId);
  // A row in words would be wrong while it is open how the rows are read, and in which account.
  const isReadable = questions.every((question) => question === 'confirm');
  return (
    <>
      {questions.includes('account') && accounts && (
        <FileAccountQuestion
          accounts={accounts}
          name={account?.name ?? ''}
          isBusy={isBusy}
          onChoose={(chosen) => decide({ account: chosen })}
        />
      )}
      {questions.includes('account') && !accounts && (
        <AccountQuestion
          draft={draft}
          isBusy={isBusy}
          onKeep={() => decide({ account: true })}
          onMove={onMove}
        />
      )}
      {questions.includes('encoding') && encodings && (
        <EncodingQuestion
          key={encodings.map(({ encoding }) => encoding).join()}
          encodings={encodings}
          isBusy={isBusy}
          onAnswer={(encoding) => decide({ encoding })}
        />
      )}
      {questions.includes('year') && mapping && years && (
        <YearQuestion
          key={years.map(({ from, to }) => from + to).join()}
          years={years}
          isBusy={isBusy}
          onAnswer={(year) => setMapping({ ...mapping, year })}
        />
      )}
      {questions.includes('currency') && mapping && currencyColumns && account && (
        <CurrencyQuestion
          mapping={mapping}
          columns={draft.columns.filter(({ index }) => currencyColumns.includes(index))}
          currency={account.currency}
          isBusy={isBusy}
          onAnswer={setMapping}
        />
      )}
      {questions.includes('status') && mapping && statusWords && (
        <StatusQuestion
          key={statusWords.map(({ word }) => word).join('\n')}
          mapping={mapping}
          words={statusWords}
          isBusy={isBusy}
          onAnswer={setMapping}
        />
      )}
      {questions.includes('direction') && mapping && directionWords && (
        <DirectionQuestion
          // Another reading may have other words.
          key={directionWords.map(({ word }) => word).join('\n')}
          mapping={mapping}
          words={directionWords}
          isBusy={isBusy}
          onAnswer={setMapping}
        />
      )}
      {isReadable && questions.includes('confirm') && (
        <ReadingQuestion
          examples={examples}
          decisions={decisions}
          actions={actions}
          isBusy={isBusy}
          onChangeColumns={onChangeColumns}
        />
      )}
    </>
  );
}
