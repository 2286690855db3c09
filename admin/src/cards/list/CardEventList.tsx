import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useListContext, useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import { HttpError } from '../../../../browser/http.js';
import type { CardEventRecord } from '../../data/cardMethods.js';
import { EmptyState } from '../../ui/common/EmptyState.js';
import { ErrorAlert } from '../../ui/common/ErrorAlert.js';
import { AreaRows } from '../../ui/lists/AreaRows.js';
import { useCardEventFilter } from './cardEventFilter.js';
import { CardEventItem } from './CardEventItem.js';
import { CardEventsEmpty } from './CardEventsEmpty.js';

const notFound = 404;

interface CardEventListProps {
  openId: string | undefined;
  pathOf: (id: string) => string;
}

/** The events of the open tab. */
export function CardEventList({ openId, pathOf }: CardEventListProps) {
  const translate = useTranslate();
  const { filter } = useCardEventFilter();
  const { data, error, isPending, isPlaceholderData, refetch } = useListContext<CardEventRecord>();

  function content() {
    if (error instanceof HttpError && error.status === notFound)
      return (
        <EmptyState
          title={translate('resources.card-events.off')}
          hint={translate('resources.card-events.offHint')}
        />
      );
    if (error && !data)
      return (
        <Box sx={{ p: 2 }}>
          <ErrorAlert error={error} fallback={messages.fetchCardEvents} onRetry={() => void refetch()} />
        </Box>
      );
    if (isPending)
      return Array.from({ length: 5 }, (_, row) => (
        <Box key={row} sx={{ px: 2, py: 1.5, borderBottom: 1, borderColor: 'divider' }}>
          <Skeleton width="40%" height={24} />
          <Skeleton width="70%" />
        </Box>
      ));
    if (!data?.length) return <CardEventsEmpty />;
    return (
      <AreaRows aria-label={translate('resources.card-events.list')} sx={{ '--actions': '8.5rem' }}>
        {data.map((event) => (
          <CardEventItem key={event.id} event={event} path={pathOf(event.id)} isOpen={event.id === openId} />
        ))}
      </AreaRows>
    );
  }

  return (
    <Box
      id="card-events-list"
      role="tabpanel"
      aria-labelledby={`card-events-tab-${filter.state ?? ''}`}
      aria-busy={isPending || isPlaceholderData}
      sx={{ opacity: isPlaceholderData ? 0.6 : 1, transition: 'opacity 120ms' }}
    >
      {content()}
    </Box>
  );
}
