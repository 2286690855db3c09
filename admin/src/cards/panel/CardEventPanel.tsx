import Alert from '@mui/material/Alert';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useGetOne, useTranslate } from 'react-admin';
import { cardEventTypeNames, heldReasonText } from '#domain/cards';
import { messages } from '#domain/messages';
import type { CardEventDetailsRecord, CardEventRecord } from '../../data/cardMethods.js';
import { pageQuery } from '../../data/queryClient.js';
import { ErrorAlert } from '../../ui/common/ErrorAlert.js';
import { BesidePanel, type BesidePanelPlace } from '../../ui/lists/BesidePanel.js';
import { Permitted } from '../../ui/page/Permitted.js';
import { CardEventStateChip } from '../../fields/cards/CardEventStateChip.js';
import { TestChip } from '../../fields/cards/TestChip.js';
import { CardEventBody } from './CardEventBody.js';
import { CardEventDecision } from './CardEventDecision.js';
import { CardEventFacts } from './CardEventFacts.js';
import { CardEventSummary } from './CardEventSummary.js';
import type { CardEventActions } from './useCardEventActions.js';

interface CardEventPanelProps extends BesidePanelPlace {
  id: string;
  actions: CardEventActions;
}

/** One event beside the list, or in its place: what came, and the decision on a held one. */
export function CardEventPanel({ id, actions, ...place }: CardEventPanelProps) {
  const translate = useTranslate();
  const state = useGetOne<CardEventRecord | CardEventDetailsRecord>('card-events', { id }, pageQuery);
  const { data: event, error, refetch } = state;
  // Absent from the list's record, which is shown until the event itself is loaded.
  const details = event && 'candidates' in event ? event : undefined;
  return (
    <BesidePanel
      id={id}
      title={
        event ? (cardEventTypeNames[event.type] ?? event.type) : translate('resources.card-events.event')
      }
      after={
        event && (
          <>
            {!event.live && <TestChip />}
            <CardEventStateChip state={event.state} />
          </>
        )
      }
      state={state}
      failure={messages.fetchCardEvent}
      {...place}
    >
      {event && (
        <>
          {actions.failure?.id === id && (
            <Alert severity="error" sx={{ mb: 2 }} onClose={actions.clearFailure}>
              {actions.failure.message}
            </Alert>
          )}
          <CardEventSummary event={event} />
          {event.state === 'held' && event.heldReason && (
            <Alert severity="warning" sx={{ mb: 2 }}>
              {heldReasonText(event.heldReason, event)}
            </Alert>
          )}
          {event.state === 'waiting' && (
            <Alert severity="info" sx={{ mb: 2 }}>
              {translate('resources.card-events.waitingHint')}
            </Alert>
          )}
          {error && !details && (
            <ErrorAlert error={error} fallback={messages.fetchCardEvent} onRetry={() => void refetch()} />
          )}
          {event.state === 'held' && (
            <Permitted to="write" resource="card-events">
              {details ? (
                <CardEventDecision event={details} actions={actions} />
              ) : (
                !error && <Skeleton variant="rounded" height={160} sx={{ mb: 2 }} />
              )}
            </Permitted>
          )}
          <CardEventFacts event={event} />
          {details && <CardEventBody event={details} />}
          {!place.isPage && (
            <Typography variant="body2" color="text.secondary" sx={{ mt: 2 }}>
              {translate('resources.card-events.keys')}
            </Typography>
          )}
        </>
      )}
    </BesidePanel>
  );
}
