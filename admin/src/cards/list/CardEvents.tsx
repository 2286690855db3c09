import { Box, Button, Skeleton } from '@mui/material';
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
import { messages } from '#domain/platform/messages';
import { HttpError } from '#browser/http';
import type { CardEventRecord } from '../../data/records.js';
import {
  cardEventAmount,
  CardEventMatch,
  CardEventStateChip,
  TestChip,
} from '../../ui/fields/cards/fields.js';
import { EmptyState, ErrorAlert } from '../../ui/common/Section.js';
import { DateField, Ellipsis, TextLink } from '../../ui/common/fields.js';
import {
  AreaRows,
  BesideGrid,
  StateTabs,
  useBesideFilter,
  useBesideShortcuts,
  useOpenBeside,
} from '../../ui/beside/beside.js';
import {
  ClearFilters,
  FilterBar,
  FilterSelect,
  FoldingFilters,
  SearchBox,
} from '../../ui/lists/FilterBar.js';
import { Pagination } from '../../ui/lists/ListFrame.js';
import { useRowLink } from '../../ui/lists/useRowLink.js';
import { CardEventPanel } from '../panel/CardEventPanel.js';
import { useCardEventActions } from '../panel/CardEventDecision.js';
import { useIsBelow } from '../../ui/common/useIsBelow.js';
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

const useCardEventFilter = () => useBesideFilter<CardEventFilter>(openName);

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
  const active = [filter.type, filter.live].filter(Boolean).length;
  const label = textsOf(translate, 'resources.card-events.filters');
  return (
    <FilterBar>
      <SearchBox
        label={label('search')}
        value={filter.search ?? ''}
        onSearch={(search) => setFilter({ search })}
      />
      <FoldingFilters active={active}>
        <FilterSelect
          label={label('type')}
          value={filter.type ?? ''}
          emptyText={label('allTypes')}
          choices={cardEventTypes.map((id) => ({ id, name: cardEventTypeNames[id] }))}
          onChange={(type) => setFilter({ type: (type || undefined) as CardEventType | undefined })}
        />
        <FilterSelect
          label={label('live')}
          value={filter.live ?? ''}
          emptyText={label('liveAndTest')}
          choices={[
            { id: 'true', name: translate('resources.card-events.live') },
            { id: 'false', name: translate('admin.testMode.name') },
          ]}
          onChange={(live) => setFilter({ live })}
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

const notFound = 404;

/** Rows of one height: what does not fit its line is read where the event is opened. */
const rows = {
  '--actions': '8.5rem',
  '& > li': { minHeight: 65 },
  // Below the reference, where there is a line for it.
  '@container (min-width: 760px)': {
    '[data-area="match"] [data-quiet]': { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis' },
    // Without a reference it has both lines.
    '[data-area="match"] [data-quiet]:first-of-type:not(a + *)': {
      ...{ display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: 2, whiteSpace: 'normal' },
    },
  },
  '@container (max-width: 759px)': {
    '[data-area="day"] > *': { display: 'inline', marginLeft: '4px' },
    '& > li > [data-area="match"] a': { position: 'relative' },
    '& > li > :is([data-area="match"], [data-area="text"]) span': { overflow: 'clip visible' },
  },
  '@container (max-width: 479px)': { '[data-area="day"] > [data-quiet]': { display: 'none' } },
} as const;

/** The events of the open tab. */
function CardEventList({ openId, pathOf }: { openId: string | undefined; pathOf: (id: string) => string }) {
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
          <ErrorAlert error={error} fallback={messages.fetchCardEvents} refetch={refetch} />
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
      <AreaRows aria-label={translate('resources.card-events.list')} sx={rows}>
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

/** The card events that have arrived, by state, with the open one beside the list. */
export function CardEvents() {
  const { data } = useListContext<CardEventRecord>();
  const { openId, open, pathOf } = useOpenBeside(openName, firstFilter);
  const isBeside = !useIsBelow('lg');
  const ids = data?.map(({ id }) => id) ?? [];
  const next = openId ? ids[ids.indexOf(openId) + 1] : undefined;
  const actions = useCardEventActions();
  useBesideShortcuts({ name: openName, ids, open });

  const panel = openId && (
    <CardEventPanel
      key={openId}
      id={openId}
      actions={actions}
      isPage={!isBeside}
      next={next}
      onOpen={open}
      onClose={() => open(undefined)}
    />
  );
  if (panel && !isBeside) return panel;
  return (
    <>
      <Title title="resources.card-events.title" />
      <BesideGrid panel={panel}>
        <CardEventTabs isBeside={Boolean(panel)} />
        <CardEventFilters />
        <CardEventList openId={openId} pathOf={pathOf} />
        <Pagination />
      </BesideGrid>
    </>
  );
}
