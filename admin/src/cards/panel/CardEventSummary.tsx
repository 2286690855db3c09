import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import type { CardEvent } from '#domain/cards';
import { formatDate } from '#domain/dates';
import { cardEventAmount } from '../../fields/cards/cardEventAmount.js';

/** The amount, the payer and the day of an event, above the decision on it. */
export function CardEventSummary({ event }: { event: CardEvent }) {
  const translate = useTranslate();
  const { name, email, customer, unpaid, createdAt } = event;
  return (
    <div>
      <Typography variant="h3" component="p">
        {cardEventAmount(event) ?? translate('resources.card-events.noAmount')}
      </Typography>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
        {[name ?? customer?.fullName, email, formatDate(createdAt)].filter(Boolean).join(' · ')}
        {unpaid && <span> · {translate('resources.card-events.unpaid')}</span>}
      </Typography>
    </div>
  );
}
