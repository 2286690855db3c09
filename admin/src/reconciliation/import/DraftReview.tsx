import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useRef } from 'react';
import { useTranslate } from 'react-admin';
import { Section } from '../../ui/common/Section.js';
import { DraftDecisions } from './DraftDecisions.js';
import { DraftErrors } from './DraftErrors.js';
import { DraftFacts } from './DraftFacts.js';
import { DraftImport } from './DraftImport.js';
import { DraftQuestions } from './DraftQuestions.js';
import { MappingEditor } from './MappingEditor.js';
import { PreviewList } from './PreviewList.js';
import { proofText } from './proofText.js';
import { useBankAccounts } from '../accounts/useBankAccounts.js';
import type { StatementDraftRecord } from '../../data/reconciliationMethods.js';
import { useDraftActions } from './useDraftActions.js';
import { useMoveDraft } from './useMoveDraft.js';

interface DraftReviewProps {
  draft: StatementDraftRecord;
  /** The draft's file is a draft of another account now. */
  onMoved: (draft: StatementDraftRecord) => void;
  onClose: () => void;
}

/** Review of an uploaded file: its column mapping, the decisions it needs, a preview, and the import. */
export function DraftReview({ draft, onMoved, onClose }: DraftReviewProps) {
  const translate = useTranslate();
  const actions = useDraftActions(draft);
  const move = useMoveDraft(draft, onMoved);
  const { currencyOf } = useBankAccounts();
  const currency = currencyOf(draft.bankAccountId);
  const editor = useRef<HTMLElement>(null);
  const { preview, fileName, columns } = draft;
  const { mapping, isRead, isComplete, isChanging, importing, decide } = actions;
  const label = (name: string, options?: object) => translate(`resources.reconcile.draft.${name}`, options);
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
          <DraftQuestions
            draft={draft}
            actions={actions}
            isBusy={isBusy}
            onMove={move.mutate}
            onChangeColumns={
              columns.length > 0
                ? () => editor.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus()
                : undefined
            }
          />
        )}
        {mapping && <MappingEditor ref={editor} draft={draft} mapping={mapping} actions={actions} />}
        {isShown && (
          <Stack spacing={3} sx={faded}>
            <DraftDecisions draft={draft} isBusy={isBusy} onDecide={decide} />
            <PreviewList rows={preview.rows} caption={label('preview', { count: preview.rows.length })} />
          </Stack>
        )}
        <DraftErrors actions={actions} moveError={move.error} />
        <DraftImport draft={draft} actions={actions} isBusy={isBusy} />
      </Stack>
    </Section>
  );
}
