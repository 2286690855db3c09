import { useListContext, useTranslate } from 'react-admin';
import { type CardEventPage, type CardEventState, cardEventStateNames, cardEventStates } from '#domain/cards';
import { StateTabs } from '../../ui/lists/StateTabs.js';
import { useCardEventFilter } from './cardEventFilter.js';

/** All events and those of each state as tabs; the open one is in the address. */
export function CardEventTabs({ isBeside }: { isBeside: boolean }) {
  const translate = useTranslate();
  const { filter, setFilter } = useCardEventFilter();
  const counts = useListContext().meta as CardEventPage['counts'] | undefined;
  return (
    <StateTabs<CardEventState | ''>
      list="card-events"
      label={translate('resources.card-events.tabs')}
      tabs={[
        {
          state: '',
          name: translate('resources.card-events.all'),
          count: counts && cardEventStates.reduce((total, state) => total + counts[state], 0),
        },
        ...cardEventStates.map((state) => ({
          state,
          name: cardEventStateNames[state],
          count: counts?.[state],
        })),
      ]}
      current={cardEventStates.find((state) => state === filter.state) ?? ''}
      onSelect={(state) => setFilter({ state: state || undefined })}
      isBeside={isBeside}
    />
  );
}
