import type {
  CsvColumn,
  CsvMapping,
  DirectionWord,
  EncodingOption,
  FileAccount,
  StatementEncoding,
  StatusWord,
  YearOption,
} from '#bank-files/contract';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { formatDays } from '#domain/platform/dates';
import type { Currency } from '#domain/platform/money';
import type { BankAccountRecord, StatementDraftRecord } from '../../data/reconciliationMethods.js';
import { useBankAccounts } from '../accounts/useBankAccounts.js';
import { ChoiceQuestion } from './ChoiceQuestion.js';
import { Choices } from './Choices.js';
import { Question } from './Question.js';
import { ReadingQuestion } from './ReadingQuestion.js';
import { useColumnName } from './useColumnName.js';
import type { DraftActions } from './useDraftActions.js';
import { useQuestionText } from './useQuestionText.js';
import { WordsQuestion } from './WordsQuestion.js';

interface AccountQuestionProps {
  draft: StatementDraftRecord;
  isBusy: boolean;
  onKeep: () => void;
  onMove: (account: BankAccountRecord) => void;
}

/** Asks whether a file that names another account belongs to this one. */
function AccountQuestion({ draft, isBusy, onKeep, onMove }: AccountQuestionProps) {
  const { accounts = [] } = useBankAccounts();
  const label = useQuestionText('account');
  const ends = draft.preview.fileAccounts ?? [];
  const account = accounts.find(({ id }) => id === draft.bankAccountId);
  const others = accounts.filter(({ id }) => id !== draft.bankAccountId);
  const likely = others.find(
    ({ lastDigits }) => lastDigits && ends.some((end) => end.replace(/\D/g, '').endsWith(lastDigits)),
  );
  const named = { ends: ends.join(', '), name: account?.name, lastDigits: account?.lastDigits };
  const text = !ends.length ? 'seems' : account?.lastDigits ? 'differs' : 'names';
  return (
    <Question
      title={label('title')}
      hint={label(text, named)}
      answers={
        <>
          {likely && (
            <Button variant="contained" disabled={isBusy} onClick={() => onMove(likely)}>
              {label('move', { name: likely.name })}
            </Button>
          )}
          <Button variant={likely ? 'outlined' : 'contained'} disabled={isBusy} onClick={onKeep}>
            {label('keep', { name: account?.name })}
          </Button>
          {others.length > 0 && (
            <TextField
              select
              size="small"
              id="draft-account"
              label={label('other')}
              value=""
              disabled={isBusy}
              onChange={(event) => {
                const chosen = others.find(({ id }) => id === event.target.value);
                if (chosen) onMove(chosen);
              }}
              sx={{ minWidth: 240 }}
            >
              {others.map(({ id, name, currency, lastDigits }) => (
                <MenuItem key={id} value={id}>
                  {[name, currency, lastDigits && `•••• ${lastDigits}`].filter(Boolean).join(' · ')}
                </MenuItem>
              ))}
            </TextField>
          )}
        </>
      }
    />
  );
}

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
function CurrencyQuestion({ mapping, columns, currency, isBusy, onAnswer }: CurrencyQuestionProps) {
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

interface FileAccountQuestionProps {
  accounts: FileAccount[];
  /** The name of the bank account. */
  name: string;
  isBusy: boolean;
  onChoose: (account: true | string) => void;
}

/** Asks which of a file's accounts is the bank account: the rows of the others are left out. */
function FileAccountQuestion({ accounts, name, isBusy, onChoose }: FileAccountQuestionProps) {
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

interface EncodingQuestionProps {
  encodings: EncodingOption[];
  isBusy: boolean;
  onAnswer: (encoding: StatementEncoding) => void;
}

/** Asks in which encoding the letters of a file are right, with rows of it in each. */
function EncodingQuestion({ encodings, ...props }: EncodingQuestionProps) {
  const label = useQuestionText('encoding');
  return (
    <ChoiceQuestion
      {...props}
      question="encoding"
      options={encodings.map(({ encoding, samples }) => ({
        ...{ value: encoding, reads: samples, name: label(encoding) },
      }))}
    />
  );
}

interface StatusQuestionProps {
  mapping: CsvMapping;
  words: StatusWord[];
  isBusy: boolean;
  onAnswer: (mapping: CsvMapping) => void;
}

/** Asks whether rows with each unknown word of the status column are booked. */
function StatusQuestion({ mapping, onAnswer, ...props }: StatusQuestionProps) {
  const label = useQuestionText('status');
  return (
    <WordsQuestion
      {...props}
      question="status"
      hint={label('hint')}
      list={label('words')}
      empty={label('empty')}
      meanings={(['booked', 'pending'] as const).map((value) => ({ value, label: label(value) }))}
      onAnswer={(statuses) => onAnswer({ ...mapping, statuses: { ...mapping.statuses, ...statuses } })}
    />
  );
}

interface YearQuestionProps {
  years: YearOption[];
  isBusy: boolean;
  onAnswer: (year: number) => void;
}

/** Asks for the year of dates that have none, with the likeliest one filled in. */
const YearQuestion = ({ years, isBusy, onAnswer }: YearQuestionProps) => (
  <ChoiceQuestion
    question="year"
    options={years.map(({ year, from, to }) => ({
      ...{ value: String(year), reads: [formatDays(from, to)] },
    }))}
    isBusy={isBusy}
    onAnswer={(year) => onAnswer(Number(year))}
  />
);

interface DirectionQuestionProps {
  mapping: CsvMapping;
  words: DirectionWord[];
  isBusy: boolean;
  onAnswer: (mapping: CsvMapping) => void;
}

/**
 * Asks which way the money went by each word of the direction column, and by a sign that contradicts its word; without
 * such a column, by each mark of the amounts.
 */
function DirectionQuestion({ mapping, words, isBusy, onAnswer }: DirectionQuestionProps) {
  const translate = useTranslate();
  const label = useQuestionText('direction');
  const [counts, setCounts] = useState(mapping.contradictions);
  // Without a column of directions, the words are the marks of the amounts themselves.
  const isOfColumn = mapping.direction !== undefined;
  // A word that is known is open for the sign beside it only.
  const contradicted = isOfColumn && words.find(({ isOpen, direction }) => isOpen && direction);
  return (
    <WordsQuestion
      question="direction"
      hint={label(isOfColumn ? 'hint' : 'marksHint')}
      list={label(isOfColumn ? 'words' : 'marks')}
      empty={label(isOfColumn ? 'empty' : 'unmarked')}
      words={words.map((word) => ({ ...word, meaning: word.direction, isOptional: !word.isOpen }))}
      meanings={(['in', 'out'] as const).map((value) => ({
        ...{ value, label: translate(`resources.reconcile.mapping.roles.${value}`) },
      }))}
      isAnswered={!contradicted || counts !== undefined}
      isBusy={isBusy}
      onAnswer={(directions) =>
        onAnswer({
          ...mapping,
          directions: { ...mapping.directions, ...directions },
          ...(counts && { contradictions: counts }),
        })
      }
    >
      {contradicted && (
        <>
          <Typography id="contradictions" sx={{ mt: 2 }}>
            {label('contradicted', { ...contradicted.example, word: contradicted.word })}
          </Typography>
          <Choices
            sx={{ gap: 1, mt: 0.5 }}
            aria-labelledby="contradictions"
            options={(['word', 'sign'] as const).map((value) => ({ value, label: label(value) }))}
            value={counts}
            onChoose={setCounts}
          />
        </>
      )}
    </WordsQuestion>
  );
}

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
