import Button from '@mui/material/Button';
import { useListContext, useTranslate } from 'react-admin';
import type { CardEventPage } from '#domain/cards';
import { EmptyState } from '../../ui/common/EmptyState.js';
import { useCardEventFilter } from './cardEventFilter.js';

/** Shown in a tab without events: its purpose and the next step; before any event, how the first one comes. */
export function CardEventsEmpty() {
  const translate = useTranslate();
  const { filter, setFilter } = useCardEventFilter();
  const counts = useListContext().meta as CardEventPage['counts'] | undefined;
  const label = (name: string) => translate(`resources.card-events.empty.${name}`);
  const { state, ...narrowing } = filter;
  if (Object.keys(narrowing).length > 0)
    return (
      <EmptyState title={label('narrowed')} hint={translate('admin.list.noResults')}>
        <Button
          variant="outlined"
          onClick={() => setFilter({ type: undefined, live: '', search: '', paymentId: '' })}
        >
          {translate('admin.list.clearFilters')}
        </Button>
      </EmptyState>
    );
  const isFirst = counts && Object.values(counts).every((count) => count === 0);
  if (isFirst || !state) return <EmptyState title={label('first')} hint={label('firstHint')} />;
  return <EmptyState title={label(`${state}.title`)} hint={label(`${state}.hint`)} />;
}
