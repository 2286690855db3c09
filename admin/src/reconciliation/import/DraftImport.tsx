import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { AskDialog } from '../../ui/common/AskDialog.js';
import { useBankAccounts } from '../accounts/useBankAccounts.js';
import { proofText } from './proofText.js';
import type { StatementDraftRecord } from '../../data/reconciliationMethods.js';
import type { DraftActions } from './useDraftActions.js';

interface DraftImportProps {
  draft: StatementDraftRecord;
  actions: DraftActions;
  isBusy: boolean;
}

/** Questions with answers of their own; all others are answered by the columns. */
const asked = ['account', 'encoding', 'year', 'currency', 'status', 'direction', 'confirm'] as const;

/** The button that imports a draft, or the reasons why it cannot be imported yet. */
export function DraftImport({ draft: { preview, bankAccountId }, actions, isBusy }: DraftImportProps) {
  const translate = useTranslate();
  const { importing, isRead, isComplete, isChanging } = actions;
  const label = (name: string, options?: object) => translate(`resources.reconcile.draft.${name}`, options);
  const { questions, unreadable, suspected } = preview;
  const question =
    questions.find((one) => !asked.some((other) => other === one)) ??
    asked.find((one) => questions.includes(one));
  const blocks = !isComplete
    ? [label('blocked.incomplete')]
    : [
        question && label(`blocked.${asked.some((one) => one === question) ? question : 'questions'}`),
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
          {label('import', { smart_count: preview.new })}
        </Button>
        <Typography color="text.secondary" role="status">
          {isChanging ? label('readingAgain') : blocks.join(' ')}
        </Typography>
      </Box>
      {isAsking && isDoubtful && (
        <AskDialog
          title={translate('resources.reconcile.proof.ask')}
          texts={[
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
