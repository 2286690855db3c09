import FilterListIcon from '@mui/icons-material/FilterList';
import ClearIcon from '@mui/icons-material/FilterListOff';
import { Badge, Box, Button, IconButton, MenuItem, TextField } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useListContext } from 'react-admin';
import { DayField } from '../common/DayField.js';
import { visuallyHidden } from '../common/visuallyHidden.js';
import { useIsBelow } from '../common/useIsBelow.js';
import { useListFilter } from './useListFilter.js';
import { useTranslate } from '../i18n/useTranslate.js';

interface FoldButtonProps {
  /** Number of the folded filters that are set. */
  active: number;
  isOpen: boolean;
  onToggle: () => void;
}

/** Opens and closes the further filters of a list; on a phone, all of them. */
export function MoreFiltersButton({ active, isOpen, onToggle }: FoldButtonProps) {
  const translate = useTranslate();
  const narrow = useIsBelow('sm');
  if (narrow) return <FoldButton active={active} isOpen={isOpen} onToggle={onToggle} />;
  return (
    <Button startIcon={<FilterListIcon />} aria-expanded={isOpen} onClick={onToggle}>
      <span>
        {active ? translate('admin.list.moreActive', { count: active }) : translate('admin.list.moreFilters')}
      </span>
    </Button>
  );
}

/** Unfolds the filters of a list on a phone. */
function FoldButton({ active, isOpen, onToggle }: FoldButtonProps) {
  const translate = useTranslate();
  return (
    <IconButton color="primary" aria-expanded={isOpen} onClick={onToggle}>
      <span style={visuallyHidden}>{translate('admin.list.moreFilters')}</span>
      <Badge badgeContent={active || undefined} color="secondary">
        <FilterListIcon />
      </Badge>
    </IconButton>
  );
}

interface FoldingFiltersProps {
  /** Number of them that are set. */
  active: number;
  children: ReactNode;
}

/** The filters beside a search: on a phone they fold into one button, with the number of those that are set. */
export function FoldingFilters({ active, children }: FoldingFiltersProps) {
  const narrow = useIsBelow('sm');
  const [isOpen, setIsOpen] = useState(false);
  if (!narrow) return children;
  return (
    <>
      <FoldButton active={active} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} />
      {isOpen && children}
    </>
  );
}

/**
 * Clears search and filters, all but the `kept` ones, where there are results; an empty list offers it among its next
 * steps.
 */
export function ClearFilters({ kept = {} }: { kept?: object }) {
  const translate = useTranslate();
  const list = useListContext();
  const isFiltered = Object.keys(list.filterValues as object).some((name) => !(name in kept));
  if (!isFiltered) return null;
  return (
    <Button
      startIcon={<ClearIcon />}
      // Keeps its place while the records load, and in an empty list, so that nothing moves.
      sx={list.total === 0 ? { visibility: 'hidden', display: { xs: 'none', sm: 'inline-flex' } } : {}}
      onClick={() => list.setFilters(kept)}
    >
      {translate('ra.navigation.clear_filters')}
    </Button>
  );
}

interface FilterSelectProps {
  label: string;
  value: string;
  /** The name of no choice. */
  emptyText?: string;
  choices: readonly { id: string; name: string }[];
  onChange: (value: string) => void;
}

/** A select that filters a list at once. An unknown value, typed into the address, reads as the first choice. */
export function FilterSelect({ label, value, emptyText, choices, onChange }: FilterSelectProps) {
  const all = emptyText === undefined ? choices : [{ id: '', name: emptyText }, ...choices];
  return (
    <TextField
      select
      size="small"
      label={label}
      value={all.some(({ id }) => id === value) ? value : (all[0]?.id ?? '')}
      onChange={(event) => onChange(event.target.value)}
      sx={{
        flex: { xs: '1 1 7rem', sm: '1 1 10rem', md: '0 0 auto' },
        minWidth: { md: 168 },
        maxWidth: { xs: '100%', md: 'min(100%, 20rem)' },
      }}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      {all.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** react-admin's SelectInput of a field of the list's filter: it shows the address, which another filter may change. */
export function SelectFilter({
  source,
  ...select
}: Omit<FilterSelectProps, 'value' | 'onChange'> & { source: string }) {
  const { filter, setFilter } = useListFilter<Record<string, string>>();
  return (
    <FilterSelect
      {...select}
      value={String(filter[source] ?? '')}
      onChange={(value) => setFilter({ [source]: value })}
    />
  );
}

/** The first and the last day of a field of the list's filter. */
export function DaysFilter({ source, from, to }: { source: string; from: string; to: string }) {
  const { filter, setFilter } = useListFilter<Record<string, { gte?: string; lte?: string }>>();
  const days = filter[source];
  const set = (change: typeof days) => setFilter({ [source]: { ...days, ...change } });
  return (
    <>
      <DayField label={from} value={days?.gte ?? ''} onChange={(gte) => set({ gte })} />
      <DayField label={to} value={days?.lte ?? ''} onChange={(lte) => set({ lte })} />
    </>
  );
}

/** The further filters below the first, in columns; the first two of them, which have the longest names, have two each. */
export const FilterGrid = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{
      display: 'grid',
      gridTemplateColumns: { xs: 'repeat(2, 1fr)', md: 'repeat(auto-fill, minmax(176px, 1fr))' },
      columnGap: { xs: 1, md: 1.5 },
      rowGap: 2,
      flexBasis: '100%',
      '&& > *': { minWidth: 0, maxWidth: 'none' },
      '& > :nth-of-type(-n + 2)': { gridColumn: 'span 2' },
    }}
  >
    {children}
  </Box>
);

/** The search and filters above a list. */
export function FilterBar({ children }: { children: ReactNode }) {
  const translate = useTranslate();
  return (
    <Box
      role="search"
      aria-label={translate('admin.list.search')}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: { xs: 1, sm: 2 },
        px: 2,
        // A label stands on the upper edge of its field.
        pt: { xs: 1.5, sm: 2 },
        pb: { xs: 1, sm: 2 },
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      {children}
    </Box>
  );
}
