import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useTranslate } from 'react-admin';
import { cardEventTypeNames } from '#domain/cards';
import { formatDateTime } from '#domain/dates';
import { messages } from '#domain/messages';
import { cardEventAmount } from '../../fields/cards/cardEventAmount.js';
import { CardEventStateChip } from '../../fields/cards/CardEventStateChip.js';
import type { dataProvider } from '../../data/dataProvider.js';
import { ErrorAlert } from '../../ui/common/ErrorAlert.js';
import { TextLink } from '../../ui/common/TextLink.js';
import { cardEventOfPath } from '../../ui/paths.js';

/** The card events of a payment, newest first, each linked to what came with it. */
export function PaymentCardEvents({ id }: { id: string }) {
  const translate = useTranslate();
  const { getCardEventsOf } = useDataProvider<typeof dataProvider>();
  const { data, error, refetch } = useQuery({
    queryKey: ['card-events', 'of', id],
    queryFn: ({ signal }) => getCardEventsOf(id, signal),
  });
  return (
    <Box sx={{ mt: 2 }}>
      <Typography variant="h3" id="payment-card-events">
        {translate('resources.payments.card.events')}
      </Typography>
      {error && !data ? (
        <ErrorAlert error={error} fallback={messages.fetchCardEvents} onRetry={() => void refetch()} />
      ) : data ? (
        <Events aria-labelledby="payment-card-events">
          {data.map((event) => (
            <li key={event.id}>
              <div>
                <TextLink to={cardEventOfPath(id, event.id)}>
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
        <Skeleton variant="rounded" height={56} sx={{ mt: 1 }} />
      )}
    </Box>
  );
}

const Events = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  fontVariantNumeric: 'tabular-nums',
  li: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 8,
    padding: '8px 0',
    borderTop: `1px solid ${theme.palette.divider}`,
    '&:first-of-type': { borderTop: 0 },
  },
  small: { display: 'block', color: theme.palette.text.secondary },
}));
