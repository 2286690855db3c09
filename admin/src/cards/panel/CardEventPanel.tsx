import { Alert, Skeleton, styled, Typography } from '@mui/material';
import { EmailField, FunctionField, SimpleShowLayout, TextField, useGetOne } from 'react-admin';
import {
  type CardEvent,
  type CardEventDetails,
  cardEventTypeNames,
  type CardPayer,
  cardProviderNames,
  heldReasonText,
  providerAddress,
} from '#domain/cards/cards';
import { formatDate, formatDateTime } from '#domain/platform/dates';
import { locationName } from '#domain/places/locations';
import { messages } from '#domain/platform/messages';
import type { CardEventDetailsRecord, CardEventRecord } from '../../data/records.js';
import { pageQuery } from '../../data/queryClient.js';
import {
  cardEventAmount,
  CardEventMatch,
  CardEventStateChip,
  ProviderLink,
  TestChip,
} from '../../ui/fields/cards/fields.js';
import { ErrorAlert } from '../../ui/common/Section.js';
import { DateField, Hint, TextLink } from '../../ui/common/fields.js';
import { BesidePanel, type BesidePanelPlace } from '../../ui/beside/beside.js';
import { Permitted } from '../../ui/page/Permitted.js';
import { customerPath } from '../../ui/paths.js';
import { type CardEventActions, CardEventDecision } from './CardEventDecision.js';
import { useTranslate } from '../../ui/i18n/useTranslate.js';

/** The content of an event: amount, payer and the provider's ids; and its payment and decision. */
function CardEventFacts({ event }: { event: CardEvent & { payer?: CardPayer } }) {
  const translate = useTranslate();
  const { payer, customer, decided, live, provider, paymentIntentId } = event;
  const address = paymentIntentId && providerAddress({ paymentIntentId, live });
  const lines = payer && [payer.address, [payer.city, payer.postalCode].filter(Boolean).join(' ')];
  const facts = {
    ...event,
    id: event._id,
    amount: cardEventAmount(event) ?? translate('resources.card-events.noAmount'),
    decided:
      decided &&
      [
        translate('resources.card-events.decidedBy', { at: formatDateTime(decided.at), by: decided.by }),
        decided.reason,
      ]
        .filter(Boolean)
        .join('\n'),
    name: payer?.fullName || event.name,
    email: payer?.email || event.email,
    phone: payer?.phone,
    location: payer && locationName(payer),
    address: lines?.filter(Boolean).join('\n'),
  };
  return (
    <SimpleShowLayout record={facts}>
      <TextField source="amount" />
      {event.paymentId && <FunctionField source="payment" render={() => <CardEventMatch event={event} />} />}
      {customer && (
        <FunctionField
          source="customer"
          render={() => <TextLink to={customerPath(customer._id)}>{customer.fullName}</TextLink>}
        />
      )}
      <TextField source="decided" />
      <TextField source="name" />
      <EmailField source="email" />
      <TextField source="phone" />
      <TextField source="location" />
      <TextField source="address" />
      <DateField source="occurredAt" showTime />
      <DateField source="createdAt" showTime />
      <TextField source="eventId" />
      <TextField source="sessionId" />
      <FunctionField
        source="paymentIntentId"
        render={() => (
          <>
            <span>{paymentIntentId}</span>
            {address && <ProviderLink address={address} provider={cardProviderNames[provider]} />}
          </>
        )}
      />
      <TextField source="chargeId" />
      <TextField source="refundId" />
      <TextField source="disputeId" />
    </SimpleShowLayout>
  );
}

/** The amount, the payer and the day of an event, above the decision on it. */
function CardEventSummary({ event }: { event: CardEvent }) {
  const translate = useTranslate();
  const { name, email, customer, unpaid, createdAt } = event;
  return (
    <div>
      <Typography variant="h3" component="p">
        {cardEventAmount(event) ?? translate('resources.card-events.noAmount')}
      </Typography>
      <Hint sx={{ mb: 2, overflowWrap: 'anywhere' }}>
        {[
          name ?? customer?.fullName,
          email,
          formatDate(createdAt),
          unpaid && translate('resources.card-events.unpaid'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Hint>
    </div>
  );
}

/** The kept part of the provider's message, folded; it is deleted after a while. */
function CardEventBody({ event: { body } }: { event: CardEventDetails }) {
  const translate = useTranslate();
  if (!body) return <Hint sx={{ mt: 2 }}>{translate('resources.card-events.bodyDeleted')}</Hint>;
  return (
    <Folded>
      <summary>{translate('resources.card-events.body')}</summary>
      <pre tabIndex={0}>{JSON.stringify(body, undefined, 2)}</pre>
    </Folded>
  );
}

const Folded = styled('details')(({ theme }) => ({
  marginTop: 16,
  summary: { cursor: 'pointer', padding: '12px 0', fontWeight: 600 },
  pre: {
    margin: 0,
    padding: 12,
    maxHeight: 360,
    overflow: 'auto',
    border: `1px solid ${theme.palette.divider}`,
    borderRadius: 8,
    fontSize: '0.8125rem',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
}));

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
            <ErrorAlert error={error} fallback={messages.fetchCardEvent} refetch={refetch} />
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
          {!place.isPage && <Hint sx={{ mt: 2 }}>{translate('resources.card-events.keys')}</Hint>}
        </>
      )}
    </BesidePanel>
  );
}
