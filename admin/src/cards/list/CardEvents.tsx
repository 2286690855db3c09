import { Box, Button } from '@mui/material';
import { Title, useListContext } from 'react-admin';
import {
  type CardEventPage,
  type CardEventState,
  cardEventStateNames,
  cardEventStates,
  type CardEventType,
  cardEventTypeNames,
  cardEventTypes,
} from '#domain/cards/cards';
import { formatTime } from '#domain/platform/dates';
import { isMissing } from '#browser/http';
import type { CardEventRecord } from '../../data/records.js';
import {
  cardEventAmount,
  CardEventMatch,
  CardEventStateChip,
  TestChip,
} from '../../ui/fields/cards/fields.js';
import { EmptyState } from '../../ui/common/Section.js';
import { DateField, Ellipsis, TextLink } from '../../ui/common/fields.js';
import { AreaRows, BesideGrid, BesideList, useOpenBeside } from '../../ui/beside/beside.js';
import { StateTabs } from '../../ui/beside/StateTabs.js';
import {
  ClearFilters,
  FilterBar,
  FoldingFilters,
  SearchInput,
  SelectFilter,
  useListFilter,
} from '../../ui/lists/FilterBar.js';
import { Pagination } from '../../ui/lists/ListFrame.js';
import { useRowLink } from '../../ui/lists/useRowLink.js';
import { CardEventPanel } from '../panel/CardEventPanel.js';
import { useCardEventActions } from '../panel/CardEventDecision.js';
import { textsOf, useTranslate } from '../../ui/i18n/useTranslate.js';

/** Filters of the list of card events. */
interface CardEventFilter {
  state?: CardEventState;
  type?: CardEventType;
  /** 'true' for events of real money, 'false' for those of the provider's test mode. */
  live?: string;
  search?: string;
  /** From a payment's page. */
  paymentId?: string;
}

/** The filter of the list that was opened without one: every event. */
const firstFilter: CardEventFilter = {};

/** The name of the open event in the address. */
const openName = 'event';

const useCardEventFilter = () => useListFilter<CardEventFilter>();

/** All events and those of each state as tabs; the open one is in the address. */
function CardEventTabs({ isBeside }: { isBeside: boolean }) {
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

/** Search by payer, amount, reference and ids, and filters by type, mode and, from a link, by payment; on a phone behind a button. */
function CardEventFilters() {
  const translate = useTranslate();
  const { filter, setFilter } = useCardEventFilter();
  const label = textsOf(translate, 'resources.card-events.filters');
  return (
    <FilterBar>
      <SearchInput source="search" label={label('search')} />
      <FoldingFilters beside={['search', 'state', 'paymentId']}>
        <SelectFilter
          source="type"
          label={label('type')}
          emptyText={label('allTypes')}
          choices={cardEventTypes.map((id) => ({ id, name: cardEventTypeNames[id] }))}
        />
        <SelectFilter
          source="live"
          label={label('live')}
          emptyText={label('liveAndTest')}
          choices={[
            { id: 'true', name: translate('resources.card-events.live') },
            { id: 'false', name: translate('admin.testMode.name') },
          ]}
        />
      </FoldingFilters>
      {filter.paymentId && (
        <Button variant="outlined" onClick={() => setFilter({ paymentId: '' })}>
          {label('allPayments')}
        </Button>
      )}
      <ClearFilters kept={filter.state ? { state: filter.state } : {}} />
    </FilterBar>
  );
}

/** Shown in a tab without events: its purpose and the next step; before any event, how the first one comes. */
function CardEventsEmpty() {
  const translate = useTranslate();
  const { filter, setFilter } = useCardEventFilter();
  const counts = useListContext().meta as CardEventPage['counts'] | undefined;
  const label = textsOf(translate, 'resources.card-events.empty');
  const { state, ...narrowing } = filter;
  if (Object.keys(narrowing).length > 0)
    return (
      <EmptyState title={label('narrowed')} hint={translate('ra.navigation.no_filtered_results')}>
        <Button
          variant="outlined"
          onClick={() => setFilter({ type: undefined, live: '', search: '', paymentId: '' })}
        >
          {translate('ra.navigation.clear_filters')}
        </Button>
      </EmptyState>
    );
  const isFirst = counts && Object.values(counts).every((count) => count === 0);
  if (isFirst || !state) return <EmptyState title={label('first')} hint={label('firstHint')} />;
  return <EmptyState title={label(`${state}.title`)} hint={label(`${state}.hint`)} />;
}

/** One row of the list: what happened, to which payment, and how it stands. */
function CardEventItem({ event, path, isOpen }: { event: CardEventRecord; path: string; isOpen: boolean }) {
  const translate = useTranslate();
  const linkOf = useRowLink();
  const { id, type, name, email, unpaid, live, state, createdAt } = event;
  return (
    <li data-open={isOpen || undefined} {...linkOf(path)}>
      <div data-area="day">
        <DateField source="createdAt" record={event} />
        <div data-quiet>{formatTime(createdAt)}</div>
      </div>
      <div data-area="text">
        <TextLink to={path} data-row-link={id} aria-current={isOpen || undefined}>
          {cardEventTypeNames[type] ?? type}
        </TextLink>
        <div data-quiet>
          <Ellipsis>
            {[unpaid && translate('resources.card-events.unpaid'), name, email].filter(Boolean).join(' · ')}
          </Ellipsis>
        </div>
      </div>
      <div data-area="amount">{cardEventAmount(event) ?? translate('resources.card-events.noAmount')}</div>
      <div data-area="match">
        <Ellipsis>
          <CardEventMatch event={event} />
        </Ellipsis>
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

/** Rows of one height: what does not fit its line is read where the event is opened. */
const rows = {
  '--actions': '8.5rem',
  '& > li': { minHeight: 65 },
  // Below the reference, where there is a line for it.
  '@container (min-width: 760px)': {
    '[data-area="match"] [data-quiet]': { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis' },
    // Without a reference it has both lines.
    '[data-area="match"] [data-quiet]:first-of-type:not(a + *)': {
      display: '-webkit-box',
      WebkitBoxOrient: 'vertical',
      WebkitLineClamp: 2,
      whiteSpace: 'normal',
    },
  },
  '@container (max-width: 759px)': {
    '[data-area="day"] > *': { display: 'inline', marginLeft: '4px' },
    '& > li > [data-area="match"] a': { position: 'relative' },
    '& > li > :is([data-area="match"], [data-area="text"]) span': { overflow: 'clip visible' },
  },
  '@container (max-width: 479px)': {
    '[data-area="day"] > [data-quiet]': { display: 'none' },
    // A reference is whole.
    '[data-area="match"]': { fontSize: '0.8125rem' },
  },
} as const;

/** The events of the open tab. */
function CardEventList({ openId, pathOf }: { openId: string | undefined; pathOf: (id: string) => string }) {
  const translate = useTranslate();
  const { filter } = useCardEventFilter();
  const { data, error } = useListContext<CardEventRecord>();
  const isOff = isMissing(error);
  return (
    <BesideList
      list="card-events"
      state={filter.state ?? ''}
      instead={
        isOff && (
          <EmptyState
            title={translate('resources.card-events.off')}
            hint={translate('resources.card-events.offHint')}
          />
        )
      }
      lines={2}
      empty={<CardEventsEmpty />}
    >
      <AreaRows aria-label={translate('resources.card-events.list')} sx={rows}>
        {data?.map((event) => (
          <CardEventItem key={event.id} event={event} path={pathOf(event.id)} isOpen={event.id === openId} />
        ))}
      </AreaRows>
    </BesideList>
  );
}

/** The card events that have arrived, by state, with the open one beside the list. */
export function CardEvents() {
  const { openId, pathOf, isBeside, place } = useOpenBeside(openName, firstFilter);
  const actions = useCardEventActions();
  const panel = openId && <CardEventPanel key={openId} id={openId} actions={actions} {...place} />;
  if (panel && !isBeside) return panel;
  return (
    <>
      <Title title="resources.card-events.title" />
      <BesideGrid name={openName} panel={panel}>
        <CardEventTabs isBeside={Boolean(panel)} />
        <CardEventFilters />
        <CardEventList openId={openId} pathOf={pathOf} />
        <Pagination />
      </BesideGrid>
    </>
  );
}
