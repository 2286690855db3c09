import ManageSearchIcon from '@mui/icons-material/ManageSearch';
import FilterListIcon from '@mui/icons-material/FilterList';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { dateRanges } from '#domain/lists';
import {
  listStatuses,
  type PaymentStatus,
  paymentStatuses,
  settledFilter,
  statusNames,
} from '#domain/payments';
import { ClearFilters } from '../../ui/lists/ClearFilters.js';
import { FilterBar } from '../../ui/lists/FilterBar.js';
import { FoldButton } from '../../ui/lists/FoldButton.js';
import { FilterSelect } from '../../ui/lists/FilterSelect.js';
import { SavedViews } from '../../ui/lists/SavedViews.js';
import { SearchBox } from '../../ui/lists/SearchBox.js';
import { PaymentMoreFilters } from './PaymentMoreFilters.js';
import { PaymentStatusCounts } from './PaymentStatusCounts.js';
import { furtherFilters, usePaymentFilters } from './usePaymentFilters.js';

/** Search by reference or in all fields, and filters by status and age; the others are behind a button. */
export function PaymentFilters() {
  const translate = useTranslate();
  const { filters, set } = usePaymentFilters();
  const narrow = useMediaQuery(useTheme().breakpoints.down('sm'), { noSsr: true });
  // On a phone they all fold into one button.
  const folded = narrow ? (['status', 'days', ...furtherFilters] as const) : furtherFilters;
  const active = folded.filter((name) => filters[name]).length;
  // Undefined until the user opens or closes them: filters that are set are shown.
  const [wanted, setWanted] = useState<boolean>();
  const isOpen = wanted ?? (active > 0 && !narrow);
  const [searchesAll, setSearchesAll] = useState(false);
  // The counts, saved views and addresses filter by statuses that the list does not offer otherwise.
  const chosen = [...paymentStatuses, settledFilter].find((status) => status === filters.status);
  const statuses = [...new Set<string>([...listStatuses, ...(chosen ? [chosen] : [])])];
  const label = (name: string, options?: object) => translate(`resources.payments.filters.${name}`, options);

  const moreLabel = active ? label('moreActive', { count: active }) : translate('admin.list.moreFilters');
  const selects = (
    <>
      <FilterSelect
        label={label('status')}
        value={filters.status ?? ''}
        options={[
          { value: '', label: label('allStatuses') },
          ...statuses.map((value) => ({
            value,
            label: statusNames[value as PaymentStatus] ?? label('settled'),
          })),
        ]}
        onChange={(status) => set({ status })}
      />
      <FilterSelect
        label={label('days')}
        value={String(filters.days ?? '')}
        options={[
          { value: '', label: label('allTime') },
          ...dateRanges.map((days) => ({ value: String(days), label: label('lastDays', { days }) })),
        ]}
        onChange={(days) => set({ days })}
      />
    </>
  );

  return (
    <>
      <FilterBar>
        <SearchBox
          label={translate('resources.payments.search')}
          value={filters.referenceNumber ?? ''}
          onSearch={(referenceNumber) => set({ referenceNumber })}
        />
        {searchesAll || filters.search ? (
          <SearchBox
            label={label('words')}
            value={filters.search ?? ''}
            onSearch={(search) => set({ search })}
            autoFocus={searchesAll}
          />
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
        {narrow ? (
          <FoldButton active={active} isOpen={isOpen} onToggle={() => setWanted(!isOpen)} />
        ) : (
          <>
            {selects}
            <Button startIcon={<FilterListIcon />} aria-expanded={isOpen} onClick={() => setWanted(!isOpen)}>
              {moreLabel}
            </Button>
            <ClearFilters />
          </>
        )}
        {isOpen && narrow && (
          <>
            {selects}
            <ClearFilters />
            <SavedViews />
          </>
        )}
        {isOpen && <PaymentMoreFilters />}
      </FilterBar>
      {(!narrow || isOpen) && (
        <Box sx={{ display: 'flex', alignItems: 'center', px: 1, borderBottom: 1, borderColor: 'divider' }}>
          <PaymentStatusCounts />
          {/* Not among the filters: with the button that clears them, they would take a second line. */}
          {!narrow && <SavedViews />}
        </Box>
      )}
    </>
  );
}
