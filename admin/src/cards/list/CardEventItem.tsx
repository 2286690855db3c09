import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import { cardEventTypeNames } from '#domain/cards';
import type { CardEventRecord } from '../../data/cardMethods.js';
import { EmailText } from '../../ui/common/EmailText.js';
import { DateText } from '../../ui/common/DateText.js';
import { TextLink } from '../../ui/common/TextLink.js';
import { useRowLink } from '../../ui/lists/useRowLink.js';
import { CardEventMatch } from '../../fields/cards/CardEventMatch.js';
import { CardEventStateChip } from '../../fields/cards/CardEventStateChip.js';
import { TestChip } from '../../fields/cards/TestChip.js';
import { cardEventAmount } from '../../fields/cards/cardEventAmount.js';

interface CardEventItemProps {
  event: CardEventRecord;
  path: string;
  isOpen: boolean;
}

/** One row of the list: what happened, to which payment, and how it stands. */
export function CardEventItem({ event, path, isOpen }: CardEventItemProps) {
  const translate = useTranslate();
  const linkOf = useRowLink();
  const { id, type, name, email, unpaid, live, state, createdAt } = event;
  return (
    <li data-open={isOpen || undefined} {...linkOf(path)}>
      <div data-area="day">
        <DateText value={createdAt} />
      </div>
      <div data-area="text">
        <TextLink to={path} data-row-link={id} aria-current={isOpen || undefined}>
          {cardEventTypeNames[type] ?? type}
        </TextLink>
        {(name ?? email) && (
          <div data-quiet>
            {name}
            {name && email && ' · '}
            {email && <EmailText email={email} />}
          </div>
        )}
        {unpaid && <div data-quiet>{translate('resources.card-events.unpaid')}</div>}
      </div>
      <div data-area="amount">{cardEventAmount(event) ?? translate('resources.card-events.noAmount')}</div>
      <div data-area="match">
        <CardEventMatch event={event} />
      </div>
      <Box
        data-area="actions"
        sx={{ display: 'flex', justifyContent: 'flex-end', gap: 0.5, flexWrap: 'wrap' }}
      >
        {!live && <TestChip />}
        <CardEventStateChip state={state} />
      </Box>
    </li>
  );
}
