import { Box, Button, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import type { ChoiceExample, DecisionChoice, ReadingDecision } from '#bank-files/contract';
import { formatDay } from '#domain/platform/dates';
import { type Currency, formatNamedMoney } from '#domain/platform/money';
import type { PreviewRow } from '#domain/bank/reconciliation';
import { Hint } from '../../ui/common/fields.js';
import type { BankAccountRecord, StatementDraftRecord } from '../../data/records.js';
import { accountChoice, useBankAccounts } from '../accounts/useBankAccounts.js';
import { otherWayRound } from './columnMapping.js';
import { type FileItem, FileRows } from './DraftRows.js';
import type { DraftActions } from './useDraftActions.js';
import { textsOf, type Translate, useTexts, useTranslate } from '../../ui/i18n/useTranslate.js';
import { SelectField } from '../../ui/lists/FilterBar.js';

interface QuestionProps {
  title: string;
  hint?: string;
  /** The parts of the file that it is about. */
  list?: { label: string; items: FileItem[] };
  children?: ReactNode;
  /** The answers, side by side, and one below the other on a phone. */
  answers: ReactNode;
}

/** A question about a bank's file, which blocks its import until it is answered. */
function Question({ title, hint, list, children, answers }: QuestionProps) {
  const id = useId();
  return (
    <Box
      role="group"
      aria-labelledby={id}
      sx={{ border: 1, borderColor: 'primary.main', borderRadius: 2, p: 2 }}
    >
      <Typography id={id} variant="h3">
        {title}
      </Typography>
      {hint && (
        <Typography color="text.secondary" sx={{ mb: 1 }}>
          {hint}
        </Typography>
      )}
      {list && <FileRows {...list} />}
      {children}
      <Box
        sx={{
          display: 'flex',
          flexDirection: { xs: 'column', sm: 'row' },
          flexWrap: 'wrap',
          alignItems: { xs: 'stretch', sm: 'center' },
          gap: 1,
          mt: 2,
        }}
      >
        {answers}
      </Box>
    </Box>
  );
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * "Nov 5, 2026: received CA$2,256.61 from JANE SMITH" or "Nov 6, 2026: paid CA$12.50, FEE": a row as it is read, with the
 * currency that the file names for it. What is still open of it is left out.
 */
function rowText(
  { day, amount, payer, text, currency: named }: Omit<ChoiceExample, 'row'>,
  currency: Currency,
  translate: Translate,
): string {
  const money = amount && formatNamedMoney(Math.abs(amount), currency);
  if (!amount) return [day && formatDay(day), payer, text].filter(Boolean).join(' · ');
  const by = payer ? 'With' : text ? 'Text' : '';
  const done = translate(`resources.reconcile.question.confirm.${amount > 0 ? 'received' : 'paid'}${by}`, {
    amount: money,
    name: payer,
    text,
  });
  const read = day
    ? translate('resources.reconcile.question.confirm.onDay', { day: formatDay(day), done })
    : sentence(done);
  return named && named !== currency
    ? translate('resources.reconcile.question.confirm.inCurrency', { read, currency: named })
    : read;
}

interface ChoicesProps {
  label: string;
  choices: readonly DecisionChoice[];
  currency: Currency;
  isBusy: boolean;
  onChoose: (choice: DecisionChoice) => void;
}

/** The readings that a part of the file can have, each with a row of the file as it would be read. */
function ChoiceRows({ label, choices, currency, isBusy, onChoose }: ChoicesProps) {
  const translate = useTranslate();
  return (
    <FileRows
      label={label}
      items={choices.map((choice, index) => {
        const reads = sentence(choice.reads);
        return {
          key: index,
          name: reads,
          detail: choice.example ? rowText(choice.example, currency, translate) : '',
          control: (
            <Button
              variant="outlined"
              disabled={isBusy}
              aria-label={translate('resources.reconcile.question.chooseOf', { reads })}
              onClick={() => onChoose(choice)}
            >
              {translate('resources.reconcile.question.choose')}
            </Button>
          ),
        };
      })}
    />
  );
}

interface AccountQuestionProps {
  draft: StatementDraftRecord;
  isBusy: boolean;
  onKeep: () => void;
  onMove: (account: BankAccountRecord) => void;
}

/** Asks whether a file that names another account belongs to this one. */
function AccountQuestion({ draft, isBusy, onKeep, onMove }: AccountQuestionProps) {
  const { accounts = [] } = useBankAccounts();
  const label = useTexts('resources.reconcile.question.account');
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
            <SelectField
              id="draft-account"
              label={label('other')}
              value=""
              disabled={isBusy}
              choices={others.map(accountChoice)}
              onChange={(chosen) => onMove(others.find(({ id }) => id === chosen)!)}
              sx={{ minWidth: 240 }}
            />
          )}
        </>
      }
    />
  );
}

interface ConfirmQuestionProps {
  examples: PreviewRow[];
  actions: DraftActions;
  isBusy: boolean;
  /** Undefined where the file has no columns to choose from. */
  onChangeColumns: (() => void) | undefined;
}

/** Asks whether the first reading of a layout is right, with a row each way in words. */
function ConfirmQuestion({ examples, actions, isBusy, onChangeColumns }: ConfirmQuestionProps) {
  const translate = useTranslate();
  const { mapping, setMapping, confirm } = actions;
  const label = textsOf(translate, 'resources.reconcile.question.confirm');
  const missing = (['in', 'out'] as const).filter(
    (direction) => !examples.some(({ amount }) => amount > 0 === (direction === 'in')),
  );
  return (
    <Question
      title={label('title')}
      hint={label('hint')}
      answers={
        <>
          <Button variant="contained" disabled={isBusy} onClick={confirm}>
            {label('yes')}
          </Button>
          {mapping && onChangeColumns && (
            <Button variant="outlined" disabled={isBusy} onClick={() => setMapping(otherWayRound(mapping))}>
              {label('other')}
            </Button>
          )}
          {onChangeColumns && (
            <Button disabled={isBusy} onClick={onChangeColumns}>
              {label('columns')}
            </Button>
          )}
        </>
      }
    >
      {examples.map(({ row, currency, fileCurrency, ...read }) => (
        <Typography key={row} sx={{ mt: 1, fontWeight: 500, overflowWrap: 'anywhere' }}>
          {rowText({ ...read, ...(fileCurrency && { currency: fileCurrency }) }, currency, translate)}
        </Typography>
      ))}
      {missing.map((direction) => (
        <Typography key={direction} color="text.secondary" sx={{ mt: 1 }}>
          {label(`none.${direction}`)}
        </Typography>
      ))}
    </Question>
  );
}

interface DecidedProps extends Omit<ChoicesProps, 'label' | 'choices'> {
  decisions: readonly ReadingDecision[];
}

/** The parts that are settled, each with what settles it; those that have other readings unfold them. */
function DecidedParts({ decisions, ...props }: DecidedProps) {
  const label = useTexts('resources.reconcile.question.decided');
  if (!decisions.length) return null;
  const fold = { '& summary': { cursor: 'pointer', py: 1 } } as const;
  return (
    <Box component="details" sx={fold}>
      <summary>{label('title')}</summary>
      <Box
        component="ul"
        sx={{
          m: 0,
          pl: 3,
          display: 'grid',
          gap: 0.5,
          overflowWrap: 'anywhere',
          // A part that unfolds has its triangle in place of the dot.
          '& > li:has(> details)': { listStyle: 'none', '& > * > summary': { listStylePosition: 'outside' } },
        }}
      >
        {decisions.map(({ on, reads, by, says, choices }) => {
          const line = (
            <Typography component="span" variant="body2">
              <span>{sentence(reads)}</span> <Hint component="span">{label(by ?? 'only', { says })}</Hint>
            </Typography>
          );
          return (
            <li key={`${on} ${reads}`}>
              {choices ? (
                <Box component="details" sx={fold}>
                  <summary>{line}</summary>
                  <ChoiceRows
                    {...props}
                    label={label('instead', { reads: sentence(reads) })}
                    choices={choices}
                  />
                </Box>
              ) : (
                line
              )}
            </li>
          );
        })}
      </Box>
    </Box>
  );
}

interface ReadingFormProps {
  draft: StatementDraftRecord;
  actions: DraftActions;
  isBusy: boolean;
  onMove: (account: BankAccountRecord) => void;
  onChangeColumns: (() => void) | undefined;
}

/** Shows how a file is read: each open part with its readings, what is settled, folded, and the yes to a first reading. */
export function ReadingForm({ draft, actions, isBusy, onMove, onChangeColumns }: ReadingFormProps) {
  const translate = useTranslate();
  const { questions, examples, decisions } = draft.preview;
  const { decide } = actions;
  const { accounts } = useBankAccounts();
  const account = accounts?.find(({ id }) => id === draft.bankAccountId);
  const currency = account?.currency ?? 'CAD';
  const open = decisions.filter(({ isOpen }) => isOpen);
  const isOtherAccount =
    questions.includes('account') && !open.some(({ on, choices }) => on === 'account' && choices);
  const choose = ({ value }: DecisionChoice) => decide(value);
  const label = (on: string, name: string, options?: object) =>
    translate(`resources.reconcile.question.${on}.${name}`, options);
  return (
    <>
      {isOtherAccount && (
        <AccountQuestion
          draft={draft}
          isBusy={isBusy}
          onKeep={() => decide({ account: true })}
          onMove={onMove}
        />
      )}
      {open.map(({ on, word, choices }) => {
        if (!choices) return null;
        const isFile = on === 'account';
        const key = isFile ? 'fileAccount' : on;
        const named = { word: word || label('word', 'empty'), name: account?.name, currency };
        const title = label(key, word === undefined ? 'title' : 'of', named);
        return (
          <Question
            key={`${on} ${word ?? ''}`}
            title={title}
            hint={label(key, 'hint', named)}
            answers={
              onChangeColumns &&
              !isFile &&
              on !== 'encoding' && (
                <Button disabled={isBusy} onClick={onChangeColumns}>
                  {label('confirm', 'columns')}
                </Button>
              )
            }
          >
            <ChoiceRows
              label={title}
              choices={choices}
              currency={currency}
              isBusy={isBusy}
              onChoose={choose}
            />
          </Question>
        );
      })}
      {questions.length > 0 && questions.every((question) => question === 'confirm') && (
        <ConfirmQuestion
          examples={examples}
          actions={actions}
          isBusy={isBusy}
          onChangeColumns={onChangeColumns}
        />
      )}
      <DecidedParts
        decisions={decisions.filter(({ isOpen, reads }) => !isOpen && reads)}
        currency={currency}
        isBusy={isBusy}
        onChoose={choose}
      />
    </>
  );
}
