import ManageSearchIcon from '@mui/icons-material/ManageSearch';
import { Box, ButtonBase, IconButton } from '@mui/material';
import { useState } from 'react';
import { useListContext } from 'react-admin';
import { formatCount } from '#domain/platform/numbers';
import {
  listStatuses,
  type PaymentStatus,
  paymentStatuses,
  settledFilter,
  type StatusCounts,
  statusNames,
} from '#domain/payments/payments';
import { attentions } from '#domain/ledger/ways';
import { useHasCards, useHasDocuments } from '../../data/useCounts.js';
import {
  ClearFilters,
  FilterBar,
  FilterGrid,
  FilterSelect,
  LastDaysFilter,
  MoreFiltersButton,
  SearchInput,
  SelectFilter,
  useActiveFilters,
  useListFilter,
} from '../../ui/lists/FilterBar.js';
import { SavedViews } from '../../ui/saved-views/SavedViews.js';
import { SharedFilters, type SharedFilterValues } from './SharedFilters.js';
import { useIsBelow } from '../../ui/common/useIsBelow.js';
import { textsOf, useTexts, useTranslate } from '../../ui/i18n/useTranslate.js';

const paperFilters = ['lettersMissing', 'withoutPaper'] as const;
const cardFilters = ['disputed', 'priceDiffers', 'sameVisit', 'inNoPayout'] as const;

/** `days` are the last ones; `search`: words of the customer, a phone number, a transaction id or an amount. */
type PaymentFilterName =
  | ('referenceNumber' | 'search' | 'status' | 'days' | 'saidSent' | 'partlyRefunded' | 'attention')
  | (typeof paperFilters)[number]
  | (typeof cardFilters)[number];
type PaymentFilterValues = SharedFilterValues & Partial<Record<PaymentFilterName, string>>;

/** Those that are seen where the others are folded. */
const searches = ['referenceNumber', 'search'];

/** Returns the filters of the list in context, and a function that changes some of them. */
export function usePaymentFilters() {
  const { filter: filters, setFilter } = useListFilter<PaymentFilterValues>();
  // An age is one of pending payments: with another status the list would be empty.
  const set = (change: PaymentFilterValues) =>
    setFilter({
      ...(change.age && filters.status !== 'pending' && { status: '' }),
      ...(change.status && change.status !== 'pending' && { age: '' }),
      ...change,
    });
  return { filters, set };
}

interface OneOfFilterProps {
  /** The filters of which one is 'true' at a time. */
  names: readonly (typeof paperFilters | typeof cardFilters)[number][];
  label: string;
  emptyText: string;
}

/** A choice of one of several filters. */
function OneOfFilter({ names, ...texts }: OneOfFilterProps) {
  const { filters, set } = usePaymentFilters();
  const label = useTexts('resources.payments.filters');
  return (
    <FilterSelect
      {...texts}
      value={names.find((name) => filters[name] === 'true') ?? ''}
      choices={names.map((id) => ({ id, name: label(id) }))}
      onChange={(chosen) =>
        set({ ...Object.fromEntries(names.map((name) => [name, ''])), ...(chosen && { [chosen]: 'true' }) })
      }
    />
  );
}

/** Those of every list of payments, the customer's word that the transfer was sent, refunds, and what needs an admin. */
function MoreFilters() {
  const translate = useTranslate();
  const hasCards = useHasCards();
  const hasDocuments = useHasDocuments();
  const { filters, set } = usePaymentFilters();
  const label = textsOf(translate, 'resources.payments.filters');
  return (
    <FilterGrid>
      <SharedFilters filters={filters} set={set} />
      <SelectFilter
        source="saidSent"
        label={label('saidSent')}
        emptyText={label('saidOrNot')}
        choices={[{ id: 'yes', name: label('said') }]}
      />
      <SelectFilter
        source="partlyRefunded"
        label={label('refunds')}
        emptyText={label('anyRefunds')}
        choices={[{ id: 'true', name: label('partlyRefunded') }]}
      />
      <SelectFilter
        source="attention"
        label={label('attention')}
        emptyText={translate('resources.payments.attention.any')}
        choices={attentions
          .filter((name) => hasCards || name !== 'differsFromCard')
          .map((id) => ({ id, name: translate(`resources.payments.attention.names.${id}`) }))}
      />
      {hasDocuments && (
        <OneOfFilter names={paperFilters} label={label('papers')} emptyText={label('papersAny')} />
      )}
      {hasCards && <OneOfFilter names={cardFilters} label={label('card')} emptyText={label('cardAny')} />}
    </FilterGrid>
  );
}

/** Buttons with the number of payments in each status under the other filters; a press filters the list by it. */
function StatusCountButtons() {
  const translate = useTranslate();
  const { filters, set } = usePaymentFilters();
  const { status = '' } = filters;
  const counts = useListContext().meta as StatusCounts | undefined;
  const countOf = (value: PaymentStatus | '') =>
    counts && (value ? counts[value] : Object.values(counts).reduce((total, count) => total + count, 0));

  return (
    <Box
      role="group"
      aria-label={translate('resources.payments.filters.counts')}
      sx={{ display: 'flex', flexWrap: 'wrap', flex: 1 }}
    >
      {(['', ...paymentStatuses] as const).map((value) => {
        const count = countOf(value);
        const name = value ? statusNames[value] : translate('resources.payments.filters.all');
        return (
          <ButtonBase
            key={value}
            aria-pressed={status === value}
            onClick={() => set({ status: value })}
            sx={{
              ...tab,
              ...(status === value && {
                borderColor: 'primary.main',
                color: 'text.primary',
                fontWeight: 600,
              }),
            }}
          >
            {`${name}\u00a0`}
            {/* Reserves the width of a number, so that nothing moves when it is loaded. */}
            <Box component="span" sx={{ minWidth: '2.125rem', textAlign: 'left' }}>
              {count !== undefined && `(${formatCount(count)})`}
            </Box>
          </ButtonBase>
        );
      })}
    </Box>
  );
}

const tab = {
  flexShrink: 0,
  minHeight: 44,
  // So that all have one line in a window of 768 px.
  px: { xs: 1, sm: 0.5, lg: 1 },
  borderBottom: '2px solid transparent',
  color: 'text.secondary',
  fontFamily: 'inherit',
  fontSize: '0.875rem',
  fontVariantNumeric: 'tabular-nums',
  '&.Mui-focusVisible': { outline: '3px solid', outlineColor: 'primary.main', outlineOffset: -3 },
} as const;

/** Search by reference or in all fields, and filters by status and age; the others are behind a button. */
export function PaymentFilters() {
  const translate = useTranslate();
  const { filters, set } = usePaymentFilters();
  const narrow = useIsBelow('sm');
  const isWide = !useIsBelow('lg');
  // On a phone all but the searches fold into one button.
  const active = useActiveFilters(narrow ? searches : [...searches, 'status', 'days']);
  // Undefined until the user opens or closes them: filters that are set are shown.
  const [wanted, setWanted] = useState<boolean>();
  const isOpen = wanted ?? (active > 0 && !narrow);
  const [searchesAll, setSearchesAll] = useState(false);
  // The counts, saved views and addresses filter by statuses that the list does not offer otherwise.
  const chosen = [...paymentStatuses, settledFilter].find((status) => status === filters.status);
  const statuses = [...new Set<string>([...listStatuses, ...(chosen ? [chosen] : [])])];
  const label = textsOf(translate, 'resources.payments.filters');

  const selects = (
    <>
      <FilterSelect
        label={label('status')}
        value={filters.status ?? ''}
        emptyText={label('allStatuses')}
        choices={statuses.map((id) => ({ id, name: statusNames[id as PaymentStatus] ?? label('settled') }))}
        onChange={(status) => set({ status })}
      />
      <LastDaysFilter />
    </>
  );

  return (
    <Box sx={{ flex: '1 1 100%' }}>
      <FilterBar>
        <SearchInput source="referenceNumber" label={translate('resources.payments.search')} />
        {searchesAll || filters.search ? (
          <SearchInput source="search" label={label('words')} autoFocus={searchesAll} />
        ) : (
          <IconButton
            color="primary"
            aria-label={label('searchAll')}
            title={label('searchAll')}
            onClick={() => setSearchesAll(true)}
          >
            <ManageSearchIcon />
          </IconButton>
        )}
        {!narrow && selects}
        <MoreFiltersButton active={active} isOpen={isOpen} onToggle={() => setWanted(!isOpen)} />
        {!narrow && <ClearFilters />}
        {!narrow && !isWide && <SavedViews />}
        {isOpen && narrow && (
          <>
            {selects}
            <ClearFilters />
            <SavedViews />
          </>
        )}
        {isOpen && <MoreFilters />}
      </FilterBar>
      {(!narrow || isOpen) && (
        <Box sx={{ display: 'flex', alignItems: 'center', px: 1, borderBottom: 1, borderColor: 'divider' }}>
          <StatusCountButtons />
          {/* Among filters that have one line, they would take a second one. */}
          {isWide && <SavedViews />}
        </Box>
      )}
    </Box>
  );
}
