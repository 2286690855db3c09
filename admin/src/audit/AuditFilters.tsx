import { useTranslate } from 'react-admin';
import { auditActionNames, auditActions, auditResourceNames, auditResources } from '#domain/audit';
import { DayField } from '../reports/DayField.js';
import { ClearFilters } from '../ui/lists/ClearFilters.js';
import { FilterBar } from '../ui/lists/FilterBar.js';
import { FilterSelect } from '../ui/lists/FilterSelect.js';
import { FoldingFilters } from '../ui/lists/FoldingFilters.js';
import { SearchBox } from '../ui/lists/SearchBox.js';
import { useListFilter } from '../ui/lists/useListFilter.js';

interface AuditFilterValues {
  by?: string;
  action?: string;
  resource?: string;
  /** The id of one record. */
  resourceId?: string;
  /** The first and the last day. */
  at?: { gte?: string; lte?: string };
}

const options = (all: string, values: readonly string[], names: Record<string, string>) => [
  { value: '', label: all },
  ...values.map((value) => ({ value, label: names[value] ?? value })),
];

/** Filters of the trail by person, action, record and day. */
export function AuditFilters() {
  const translate = useTranslate();
  const { filter: filters, setFilter: set } = useListFilter<AuditFilterValues>();
  const folded = Object.keys(filters).filter((name) => name !== 'by').length;
  const label = (name: string) => translate(`resources.audit.filters.${name}`);
  return (
    <FilterBar>
      <SearchBox label={label('person')} value={filters.by ?? ''} onSearch={(by) => set({ by })} />
      <FoldingFilters active={folded}>
        <FilterSelect
          label={label('action')}
          value={filters.action ?? ''}
          options={options(label('allActions'), auditActions, auditActionNames)}
          onChange={(action) => set({ action })}
        />
        <FilterSelect
          label={label('resource')}
          value={filters.resource ?? ''}
          options={options(label('allResources'), auditResources, auditResourceNames)}
          onChange={(resource) => set({ resource, resourceId: '' })}
        />
        <DayField
          label={label('from')}
          value={filters.at?.gte ?? ''}
          onChange={(gte) => set({ at: { ...filters.at, gte } })}
        />
        <DayField
          label={label('to')}
          value={filters.at?.lte ?? ''}
          onChange={(lte) => set({ at: { ...filters.at, lte } })}
        />
        <ClearFilters />
      </FoldingFilters>
    </FilterBar>
  );
}
