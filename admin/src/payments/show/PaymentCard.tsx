import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { Alert, Box, Button, styled, Typography } from '@mui/material';
import { FunctionField, SimpleShowLayout, useRecordContext } from 'react-admin';
import { cardEventTypeNames, cardProviderNames, isOpenDispute, providerAddress } from '#domain/cards/cards';
import { formatDateTime } from '#domain/platform/dates';
import { formatNamedMoney } from '#domain/platform/money';
import type { CardDispute } from '#domain/payments/payment-card';
import { humanize } from '#domain/platform/humanize';
import { useRead } from '../../data/useCall.js';
import { newestRecords, type PaymentRecord } from '../../data/records.js';
import { useHasCards } from '../../data/useCounts.js';
import { cardEventAmount, CardEventStateChip, ProviderLink, TestChip } from '../../ui/fields/cards/fields.js';
import { PriceCaption } from '../../ui/fields/payments/fields.js';
import { CopyableField, TextLink } from '../../ui/common/fields.js';
import { DividedRows, NotLoaded, Section } from '../../ui/common/Section.js';
import { useDownload } from '../../ui/exports/ExportsProvider.js';
import { cardEventOfPath, paymentPath } from '../../ui/paths.js';
import { textsOf, useTexts, useTranslate } from '../../ui/i18n/useTranslate.js';

/** Downloads what speaks for the payment. */
function DisputeFileButton({ payment: { id, referenceNumber } }: { payment: PaymentRecord }) {
  const translate = useTranslate();
  const download = useDownload('GET /payments/{id}/dispute-file', `dispute-${referenceNumber}.zip`);
  return (
    <Box sx={{ mt: 1 }}>
      <Typography variant="body2">{translate('resources.payments.card.dispute.fileHint')}</Typography>
      <Button
        size="small"
        color="inherit"
        variant="outlined"
        startIcon={<DownloadIcon />}
        onClick={() => download.mutate({ id })}
        sx={{ mt: 1 }}
      >
        {translate('resources.payments.card.dispute.file')}
      </Button>
    </Box>
  );
}

/** The dispute of a card payment, with the end of the time to respond. */
function CardDisputeAlert({ payment, dispute }: { payment: PaymentRecord; dispute: CardDispute }) {
  const label = useTexts('resources.payments.card.dispute');
  const { amount, currency, reason, status, dueBy } = dispute;
  const isOpen = isOpenDispute(dispute);
  const text = label(isOpen ? 'open' : 'lost', {
    amount: formatNamedMoney(amount, currency),
    reason: humanize(reason),
  });
  return (
    <Alert severity={isOpen ? 'warning' : 'error'} sx={{ mb: 1 }}>
      <strong>{text}</strong>
      {isOpen && <div>{humanize(status)}</div>}
      {isOpen && dueBy && <div>{label('dueBy', { at: formatDateTime(dueBy) })}</div>}
      {isOpen && <DisputeFileButton payment={payment} />}
    </Alert>
  );
}

/** The card events of a payment, newest first, each linked to what came with it. */
function PaymentCardEvents({ id }: { id: string }) {
  const translate = useTranslate();
  const query = { ...newestRecords, filter: { paymentId: id } };
  const { data, error, refetch } = useRead(['card-events', 'of', id], 'GET /card-events', { query });
  return (
    <Box sx={{ mt: 2 }}>
      <Typography variant="h3" id="payment-card-events">
        {translate('resources.payments.card.events')}
      </Typography>
      {data ? (
        <Events aria-labelledby="payment-card-events">
          {data.cardEvents.map((event) => (
            <li key={event._id}>
              <div>
                <TextLink to={cardEventOfPath(id, event._id)}>
                  {cardEventTypeNames[event.type] ?? event.type}
                </TextLink>
                <small>
                  {[
                    formatDateTime(event.occurredAt),
                    cardEventAmount(event),
                    event.unpaid && translate('resources.card-events.unpaid'),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </div>
              <CardEventStateChip state={event.state} />
            </li>
          ))}
        </Events>
      ) : (
        <NotLoaded error={error} refetch={refetch} height={56} />
      )}
    </Box>
  );
}

const Events = styled(DividedRows)({ small: { display: 'block' } });

/** The card provider's view of a payment: amount, mode, refunds, dispute and events. */
export function PaymentCard() {
  const translate = useTranslate();
  const payment = useRecordContext<PaymentRecord>();
  // Their call is refused where they are not configured.
  const hasCards = useHasCards();
  if (!payment?.card) return null;
  const { id, amount, currency, status, card } = payment;
  const { provider, live, state, refunded, dispute, sameVisit } = card;
  const label = textsOf(translate, 'resources.payments.card', { provider: cardProviderNames[provider] });
  const address = providerAddress(card);

  return (
    <Section title={label('title')} action={live ? undefined : <TestChip />}>
      {dispute && <CardDisputeAlert payment={payment} dispute={dispute} />}
      {sameVisit && (
        <Alert severity={status === 'paid' ? 'warning' : 'info'} sx={{ mb: 1 }}>
          {label('sameVisit')}{' '}
          <TextLink to={paymentPath(sameVisit.paymentId)} underline="always">
            {sameVisit.referenceNumber}
          </TextLink>
        </Alert>
      )}
      <SimpleShowLayout>
        <FunctionField
          label={label(state === 'paid' || state === 'refunded' ? 'amountPaid' : 'amount')}
          render={() => (
            <>
              {formatNamedMoney(amount, currency)}
              <PriceCaption />
            </>
          )}
        />
        <FunctionField label={label('state')} render={() => label(`states.${state}`)} />
        <FunctionField
          label={label('refunded')}
          render={() =>
            refunded > 0 &&
            label('refundedOf', {
              refunded: formatNamedMoney(refunded, currency),
              amount: formatNamedMoney(amount, currency),
            })
          }
        />
        <FunctionField
          label={label('mode')}
          render={() => translate(live ? 'resources.card-events.live' : 'admin.testMode.hint')}
        />
        <CopyableField source="card.paymentIntentId" label={label('paymentIntentId')} />
      </SimpleShowLayout>
      {address && <ProviderLink address={address} provider={cardProviderNames[provider]} />}
      {hasCards && <PaymentCardEvents id={id} />}
    </Section>
  );
}
