import { AccountQuestion } from './AccountQuestion.js';
import { DirectionQuestion } from './DirectionQuestion.js';
import { ReadingQuestion } from './ReadingQuestion.js';
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
  const { questions, examples, directionWords } = draft.preview;
  const { mapping, setMapping, decide } = actions;
  // A row in words would be wrong while it is open how the rows are read, and in which account.
  const isReadable = questions.every((question) => question === 'confirm');
  return (
    <>
      {questions.includes('account') && (
        <AccountQuestion
          draft={draft}
          isBusy={isBusy}
          onKeep={() => decide({ account: true })}
          onMove={onMove}
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
          actions={actions}
          isBusy={isBusy}
          onChangeColumns={onChangeColumns}
        />
      )}
    </>
  );
}
