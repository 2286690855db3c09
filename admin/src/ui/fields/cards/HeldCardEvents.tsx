import { styled } from '@mui/material';
import { cardEventTypeNames } from '#domain/cards/cards';
import { formatDate } from '#domain/platform/dates';
import { useHeldCardEvents } from '../../../data/useHeldCardEvents.js';
import { ErrorAlert, Section } from '../../common/Section.js';
import { Hint, TextLink } from '../../common/fields.js';
import { cardEventPath } from '../../paths.js';
import { cardEventAmount, TestChip } from './fields.js';
import { useTranslate } from '../../i18n/useTranslate.js';

/** The card events of an email that are held: money of a customer that is on no payment yet. Nothing where there is none. */
export function HeldCardEvents({ email }: { email: string }) {
  const translate = useTranslate();
  const { data, error, refetch, isLoading } = useHeldCardEvents(email);
  // The columns below it wait (SectionColumns).
  if (isLoading) return <span hidden aria-busy />;
  if (!data?.length && !error) return null;
  return (
    <Section title={translate('resources.card-events.heldOf')}>
      {error && !data && <ErrorAlert error={error} refetch={refetch} />}
      <Events>
        {data?.map((event) => (
          <li key={event.id}>
            <TextLink to={cardEventPath(event.id)}>
              {cardEventAmount(event) ?? cardEventTypeNames[event.type]}
            </TextLink>
            <Hint>
              <span>{formatDate(event.createdAt)}</span> {!event.live && <TestChip />}
            </Hint>
          </li>
        ))}
      </Events>
    </Section>
  );
}

const Events = styled('ul')({ listStyle: 'none', margin: 0, padding: 0, '& > li': { padding: '4px 0' } });
