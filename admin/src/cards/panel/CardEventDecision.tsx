import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { dismissReasonRule } from '#domain/cards';
import { customerRules } from '#domain/customers';
import type { CardEventDetailsRecord } from '../../data/cardMethods.js';
import { ReasonForm } from '../../ui/forms/ReasonForm.js';
import { paymentOfCardEventPath } from '../../ui/paths.js';
import type { AssignablePayment } from './assignablePayment.js';
import { CardCandidates } from './CardCandidates.js';
import { CardPaymentSearch } from './CardPaymentSearch.js';
import { CardRecordDialog } from './CardRecordDialog.js';
import type { CardEventActions } from './useCardEventActions.js';

interface CardEventDecisionProps {
  event: CardEventDetailsRecord;
  actions: CardEventActions;
}

/** The decision on a held event: the payment that it belongs to, a new one, or none. */
export function CardEventDecision({ event, actions }: CardEventDecisionProps) {
  const translate = useTranslate();
  const [asked, setAsked] = useState<{ payment?: AssignablePayment }>();
  const { id, candidates, recordable } = event;
  const busyWith = actions.busyWith(id);
  const label = (name: string) => translate(`resources.card-events.${name}`);
  // A refund or dispute belongs to the payment of its card; a test and an event that could not be read, to none.
  const isAssignable = event.live && (event.sessionId !== undefined || event.heldReason === 'deleted');
  const [best] = candidates;
  // An equal amount alone says little: many payments have the same. One that is not pending waits for no money.
  const isLikely = best?.status === 'pending' && best.why.some((reason) => reason !== 'amount');

  return (
    <Stack spacing={2} component="section" aria-labelledby="card-decision" sx={{ mb: 2 }}>
      <Typography id="card-decision" variant="h3" component="h2">
        {label('decide')}
      </Typography>
      {candidates.length > 0 && (
        <CardCandidates
          candidates={candidates}
          isLikely={isLikely}
          isBusy={busyWith !== undefined}
          onAssign={(payment) => setAsked({ payment })}
        />
      )}
      {isAssignable && (
        <CardPaymentSearch isBusy={busyWith !== undefined} onAssign={(payment) => setAsked({ payment })} />
      )}
      {!recordable && isAssignable && (
        <Typography variant="body2" color="text.secondary">
          {label('recordFirst')}
        </Typography>
      )}
      <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap' }}>
        {recordable && (
          <Button
            variant={isLikely ? 'outlined' : 'contained'}
            data-main-action={isLikely ? undefined : ''}
            loading={busyWith === 'record'}
            disabled={busyWith !== undefined}
            onClick={() => setAsked({})}
          >
            {label('recordNew')}
          </Button>
        )}
        {isAssignable && event.heldReason === 'email' && (
          <ReasonForm
            action={label('recordNew')}
            label={label('facts.email')}
            hint={label('emailHint')}
            rule={customerRules.email}
            isSending={busyWith === 'record'}
            isDisabled={busyWith !== undefined}
            onSubmit={(email) => actions.record(event, { email })}
          />
        )}
        {!recordable && isAssignable && (
          <Button variant="outlined" component={Link} to={paymentOfCardEventPath(event)}>
            {label('recordPayment')}
          </Button>
        )}
        <ReasonForm
          action={label('dismiss')}
          label={label('reason')}
          hint={label('reasonHint')}
          rule={dismissReasonRule}
          isSending={busyWith === 'dismiss'}
          isDisabled={busyWith !== undefined}
          onSubmit={(reason) => actions.dismiss(event, reason)}
        />
      </Stack>
      {asked && (
        <CardRecordDialog
          event={event}
          payment={asked.payment}
          onConfirm={() => {
            setAsked(undefined);
            actions.record(event, asked.payment ? { paymentId: asked.payment.paymentId } : {});
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Stack>
  );
}
