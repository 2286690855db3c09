import { type SkipReason, statementFormatNames } from '#bank-files/contract';
import { Alert, Box, Button, LinearProgress, Stack, Typography } from '@mui/material';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { AccessDenied, FunctionField, SimpleShowLayout, useDataProvider, useGetOne } from 'react-admin';
import { formatDays } from '#domain/platform/dates';
import { messages } from '#domain/platform/messages';
import { formatNamedMoney } from '#domain/platform/money';
import type { Statement } from '#domain/bank/reconciliation';
import { errorMessage, HttpError } from '#browser/http';
import type { dataProvider } from '../../data/dataProvider.js';
import { pageQuery } from '../../data/queryClient.js';
import type { BankAccountRecord, StatementDraftRecord, WithId } from '../../data/records.js';
import { useWrite } from '../../data/useCall.js';
import { SafeConfirm } from '../../ui/forms/FormDialog.js';
import { NotLoaded, Section } from '../../ui/common/Section.js';
import { TextLink } from '../../ui/common/fields.js';
import { Permitted } from '../../ui/page/Permitted.js';
import { draftPath } from '../../ui/paths.js';
import { useBankAccounts } from '../accounts/useBankAccounts.js';
import { DraftDecisions } from './DraftDecisions.js';
import { formatBytes } from './formatBytes.js';
import { ImportOutcome } from './ImportOutcome.js';
import { MappingEditor } from './MappingEditor.js';
import { PreviewList } from './DraftRows.js';
import { proofText } from './proofText.js';
import { ReadingForm } from './ReadingForm.js';
import { type DraftActions, useDraftActions } from './useDraftActions.js';
import { textsOf, useTranslate } from '../../ui/i18n/useTranslate.js';

/** Moves a draft's file to another account: uploads it there as a draft of its own, and then deletes this one. */
function useMoveDraft(
  { id, fileName }: StatementDraftRecord,
  onMoved: (draft: StatementDraftRecord) => void,
) {
  const { call, download, delete: deleteOne } = useDataProvider<typeof dataProvider>();
  const remove = useWrite({
    mutationKey: ['statements', 'delete'],
    mutationFn: () => deleteOne('statements', { id }),
    meta: { deletedId: id },
    tellsFailure: true,
  });
  return useWrite({
    mutationKey: ['statements', 'upload'],
    mutationFn: async (account: BankAccountRecord) => {
      const { file } = await download('GET /statements/{id}/file', { id });
      const given = { id: account.id, query: { fileName }, body: file };
      return call('POST /bank-accounts/{id}/statements', given);
    },
    onSuccess: (moved) => {
      onMoved(moved);
      remove.mutate();
    },
  });
}

/** The reason why a draft could not be changed, moved or imported; a reading that failed can be asked for again. */
function DraftErrors({ actions, moveError }: { actions: DraftActions; moveError: Error | null }) {
  const translate = useTranslate();
  const { mapping, importing, isRead, isChanging, setMapping } = actions;
  const error = importing.error ?? moveError ?? actions.error;
  if (!error) return null;
  const known = error instanceof HttpError ? error.body.errors?.statementId : undefined;
  return (
    <Alert
      severity="error"
      action={
        mapping &&
        !isRead &&
        !isChanging && (
          <Button color="inherit" onClick={() => setMapping(mapping)}>
            {translate('admin.error.retry')}
          </Button>
        )
      }
    >
      <span>
        {errorMessage(error, importing.error ? messages.importStatement : messages.uploadStatement)}
      </span>{' '}
      {known && (
        <TextLink to={draftPath(known)}>{translate('resources.reconcile.import.showKnown')}</TextLink>
      )}
    </Alert>
  );
}

/** The file of a draft and, where its preview `isRead` by the columns shown, the rows that an import would store or leave out. */
function DraftFacts({ draft, isRead }: { draft: StatementDraftRecord; isRead: boolean }) {
  const translate = useTranslate();
  const { currencyOf, nameOf } = useBankAccounts();
  const { preview, format, size, bankAccountId } = draft;
  const label = textsOf(translate, 'resources.reconcile.draft');
  const currency = currencyOf(bankAccountId);
  const skipped = Object.entries(preview.skipped) as [SkipReason, number][];
  const field = (name: Parameters<typeof label>[0], value: ReactNode) => (
    <FunctionField label={label(name)} render={() => value} />
  );
  return (
    <SimpleShowLayout record={draft}>
      {field(
        'file',
        [statementFormatNames[format], formatBytes(size), nameOf(bankAccountId)].filter(Boolean).join(' · '),
      )}
      {isRead && preview.from && field('days', formatDays(preview.from, preview.to))}
      {/* Nothing is read before the questions are answered. */}
      {isRead &&
        preview.questions.length === 0 &&
        field(
          'new',
          <strong>
            {label('newRows', { smart_count: preview.new, total: formatNamedMoney(preview.total, currency) })}
          </strong>,
        )}
      {isRead &&
        preview.proof?.agrees &&
        field(
          'checked',
          proofText(preview.proof, { rows: preview.new + preview.known, currency }, translate),
        )}
      {isRead && preview.known > 0 && field('known', label('knownRows', { smart_count: preview.known }))}
      {isRead &&
        skipped.length > 0 &&
        field(
          'skipped',
          skipped.map(([reason, count]) => label(`skip.${reason}`, { smart_count: count })).join(', '),
        )}
    </SimpleShowLayout>
  );
}

interface DraftImportProps {
  draft: StatementDraftRecord;
  actions: DraftActions;
  isBusy: boolean;
}

/** True where columns that are missing are chosen by hand: a person does so, or the form has no choice of them. */
const isByHand = (
  { isComplete, isRead }: DraftActions,
  { decisions }: StatementDraftRecord['preview'],
): boolean => !isComplete && !(isRead && decisions.some(({ isOpen, choices }) => isOpen && choices?.length));

/** The button that imports a draft, or the reasons why it cannot be imported yet. */
function DraftImport({ draft: { preview, bankAccountId }, actions, isBusy }: DraftImportProps) {
  const translate = useTranslate();
  const { importing, isRead, isChanging } = actions;
  const label = textsOf(translate, 'resources.reconcile.draft');
  const { questions, unreadable, suspected } = preview;
  const blocks = isByHand(actions, preview)
    ? [label('blocked.incomplete')]
    : [
        questions.length > 0 &&
          label('blocked.waits', { parts: questions.map((one) => label(`blocked.${one}`)).join(', ') }),
        unreadable.length > 0 && label('blocked.unreadable', { smart_count: unreadable.length }),
        suspected.length > 0 && label('blocked.suspected', { smart_count: suspected.length }),
      ].filter((block) => typeof block === 'string');

  const { currencyOf } = useBankAccounts();
  const [isAsking, setAsking] = useState(false);
  const { proof } = preview;
  const isDoubtful = proof?.agrees === false;
  const button = useRef<HTMLButtonElement>(null);
  const isAsked = questions.length > 0;
  const wasAsked = useRef(isAsked);
  // The answer to the last question takes its button away, and the focus with it.
  useEffect(() => {
    if (wasAsked.current && !isAsked && document.activeElement === document.body) button.current?.focus();
    wasAsked.current = isAsked;
  }, [isAsked]);

  return (
    <>
      {importing.isPending && (
        <div role="status">
          <Typography variant="body2" sx={{ mb: 1 }}>
            {label('importing', { smart_count: preview.new })}
          </Typography>
          <LinearProgress aria-label={label('importingLabel')} />
        </div>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Button
          ref={button}
          variant="contained"
          disabled={blocks.length > 0 || !isRead || (isBusy && !importing.isPending)}
          loading={importing.isPending}
          onClick={() => (isDoubtful ? setAsking(true) : importing.mutate())}
        >
          <span>{label('import', { smart_count: preview.new })}</span>
        </Button>
        <Typography color="text.secondary" role="status">
          {isChanging ? label('readingAgain') : blocks.join(' ')}
        </Typography>
      </Box>
      {isAsking && isDoubtful && (
        <SafeConfirm
          title={translate('resources.reconcile.proof.ask')}
          content={[
            proofText(
              proof,
              { rows: preview.new + preview.known, currency: currencyOf(bankAccountId) },
              translate,
            ),
            translate('resources.reconcile.proof.hint'),
          ]}
          confirm={translate('resources.reconcile.proof.anyway')}
          onConfirm={() => {
            setAsking(false);
            importing.mutate();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

interface StatementDraftSectionProps {
  id: string;
  /** True just after the upload, whose answer is the draft: it is not asked for again. */
  isUploaded: boolean;
  onMoved: (draft: StatementDraftRecord) => void;
  onClose: () => void;
  onLeft: () => void;
}

/** The statement of the address: the review of a draft, or the result of its import. */
export function StatementDraftSection(props: StatementDraftSectionProps) {
  const { id, isUploaded, onMoved, onClose, onLeft } = props;
  const statement = useGetOne<StatementDraftRecord | WithId<Statement>>(
    'statements',
    { id },
    { ...pageQuery, refetchOnMount: isUploaded ? false : 'always' },
  );
  useEffect(() => onLeft, [onLeft]);
  const translate = useTranslate();
  const { data } = statement;
  // The review of a draft shows the account's name, and amounts in its currency.
  const accounts = useBankAccounts();
  if (data?.state === 'imported') return <ImportOutcome statement={data} onClose={onClose} />;
  // A list's record has no preview: the draft itself is still loading then.
  const draft = data && 'preview' in data && accounts.data ? data : undefined;
  const { error, refetch } = statement.error ? statement : accounts;
  return draft ? (
    <Permitted
      to="write"
      resource="statements"
      otherwise={
        <>
          <AccessDenied />
          <Button variant="contained" sx={{ alignSelf: 'center' }} onClick={onClose}>
            {translate('ra.action.back')}
          </Button>
        </>
      }
    >
      <DraftReview draft={draft} onMoved={onMoved} onClose={onClose} />
    </Permitted>
  ) : (
    <div aria-busy={!error}>
      <NotLoaded error={error} fallback={messages.fetchStatement} refetch={refetch} height={360} />
    </div>
  );
}

interface DraftReviewProps {
  draft: StatementDraftRecord;
  /** The draft's file is a draft of another account now. */
  onMoved: (draft: StatementDraftRecord) => void;
  onClose: () => void;
}

/** Review of an uploaded file: its column mapping, the decisions it needs, a preview, and the import. */
function DraftReview({ draft, onMoved, onClose }: DraftReviewProps) {
  const translate = useTranslate();
  const actions = useDraftActions(draft);
  const move = useMoveDraft(draft, onMoved);
  const { currencyOf } = useBankAccounts();
  const currency = currencyOf(draft.bankAccountId);
  const editor = useRef<HTMLElement>(null);
  const { preview, fileName, columns } = draft;
  const { mapping, isRead, isComplete, isChanging, importing, decide } = actions;
  const label = textsOf(translate, 'resources.reconcile.draft');
  const isBusy = isChanging || move.isPending || importing.isPending;
  // The reading before is shown, faded, until the next one is there; not if none is asked for.
  const isShown = isRead || (isComplete && isChanging);
  const faded = { opacity: isShown && !isRead ? 0.5 : undefined, transition: 'opacity 0.2s' };

  return (
    <Section
      title={label('title', { file: fileName })}
      action={
        <Button onClick={onClose} disabled={importing.isPending}>
          {label('another')}
        </Button>
      }
    >
      <Stack spacing={3} aria-busy={isBusy}>
        <Box sx={faded}>
          <DraftFacts draft={draft} isRead={isShown} />
        </Box>
        {isShown && preview.gapDays !== undefined && (
          <Alert severity="info">{label('gap', { smart_count: preview.gapDays })}</Alert>
        )}
        {isShown && preview.proof && !preview.proof.agrees && (
          <Alert severity="warning">
            {proofText(preview.proof, { rows: preview.new + preview.known, currency }, translate)}
          </Alert>
        )}
        {isShown && (
          <ReadingForm
            draft={draft}
            actions={actions}
            isBusy={isBusy}
            onMove={move.mutate}
            onChangeColumns={
              columns.length > 0
                ? () => {
                    editor.current?.closest('details')?.setAttribute('open', '');
                    editor.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus();
                  }
                : undefined
            }
          />
        )}
        {mapping && (
          <Box
            component="details"
            open={isByHand(actions, preview) || undefined}
            sx={{ '& > summary': { cursor: 'pointer', py: 1 } }}
          >
            <summary>{translate('resources.reconcile.mapping.title')}</summary>
            <MappingEditor ref={editor} draft={draft} mapping={mapping} actions={actions} />
          </Box>
        )}
        {isShown && (
          <Stack spacing={3} sx={faded}>
            <DraftDecisions draft={draft} isBusy={isBusy} onDecide={decide} />
            <PreviewList
              rows={preview.rows}
              caption={label('preview', { smart_count: preview.rows.length })}
            />
          </Stack>
        )}
        <DraftErrors actions={actions} moveError={move.error} />
        <DraftImport draft={draft} actions={actions} isBusy={isBusy} />
      </Stack>
    </Section>
  );
}
