import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useListContext, useTranslate } from 'react-admin';
import { type CardEventPage, type CardEventState, cardEventStateNames, cardEventStates } from '#domain/cards';
import { formatCounted } from '#domain/numbers';
import { useCardEventFilter } from './cardEventFilter.js';

/** All events and those of each state as tabs, with their counts under the filters. */
export function CardEventTabs() {
  const translate = useTranslate();
  const { filter, setFilter } = useCardEventFilter();
  const counts = useListContext().meta as CardEventPage['counts'] | undefined;
  const tabs = [
    {
      state: '',
      name: translate('resources.card-events.all'),
      count: counts && cardEventStates.reduce((total, state) => total + counts[state], 0),
    },
    ...cardEventStates.map((state) => ({ state, name: cardEventStateNames[state], count: counts?.[state] })),
  ];
  const current = cardEventStates.find((state) => state === filter.state) ?? '';
  return (
    <Tabs
      value={current}
      onChange={(_event, state: CardEventState | '') => setFilter({ state: state || undefined })}
      variant="scrollable"
      scrollButtons={false}
      aria-label={translate('resources.card-events.tabs')}
      indicatorColor="secondary"
      sx={{ borderBottom: 1, borderColor: 'divider' }}
    >
      {tabs.map(({ state, name, count }) => (
        <Tab
          key={state}
          value={state}
          // Reserves the width of the count, which loads later, so that the name does not move.
          sx={{ minWidth: 136, alignItems: 'flex-start' }}
          id={`card-events-tab-${state}`}
          aria-controls={current === state ? 'card-events-list' : undefined}
          label={
            count === undefined
              ? name
              : translate('resources.card-events.tab', { name, count: formatCounted(count) })
          }
        />
      ))}
    </Tabs>
  );
}
