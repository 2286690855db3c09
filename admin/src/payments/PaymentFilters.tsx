import { useListContext, useTranslate } from 'react-admin';
import { dateRanges } from '../../../domain/lists.js';
import { listStatuses, statusNames } from '../../../domain/payments.js';
import { FilterBar } from '../lists/FilterBar.js';
import { FilterSelect } from '../lists/FilterSelect.js';
import { SearchBox } from '../lists/SearchBox.js';

interface PaymentFilterValues {
  referenceNumber?: string;
  status?: string;
  /** Recorded within the last `days` days. */
  days?: string;
}

/** Search by reference, and what narrows the list by status and age. */
export function PaymentFilters() {
  const translate = useTranslate();
  const list = useListContext();
  const filters = list.filterValues as PaymentFilterValues;
  const set = (changed: PaymentFilterValues) => {
    const kept = Object.entries({ ...filters, ...changed }).filter(([, value]) => value);
    list.setFilters(Object.fromEntries(kept));
  };

  return (
    <FilterBar>
      <SearchBox
        label={translate('resources.payments.search')}
        value={filters.referenceNumber ?? ''}
        onSearch={(referenceNumber) => set({ referenceNumber })}
      />
      <FilterSelect
        label={translate('resources.payments.filters.status')}
        value={filters.status ?? ''}
        options={[
          { value: '', label: translate('resources.payments.filters.allStatuses') },
          ...listStatuses.map((status) => ({ value: status, label: statusNames[status] })),
        ]}
        onChange={(status) => set({ status })}
      />
      <FilterSelect
        label={translate('resources.payments.filters.days')}
        value={String(filters.days ?? '')}
        options={[
          { value: '', label: translate('resources.payments.filters.allTime') },
          ...dateRanges.map((days) => ({
            value: String(days),
            label: translate('resources.payments.filters.lastDays', { days }),
          })),
        ]}
        onChange={(days) => set({ days })}
      />
    </FilterBar>
  );
}
