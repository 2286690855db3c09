import ClearIcon from '@mui/icons-material/Clear';
import FilterListIcon from '@mui/icons-material/FilterList';
import FilterListOffIcon from '@mui/icons-material/FilterListOff';
import SearchIcon from '@mui/icons-material/Search';
import {
  Badge,
  Box,
  Button,
  IconButton,
  InputAdornment,
  MenuItem,
  TextField,
  type TextFieldProps,
} from '@mui/material';
import { type KeyboardEvent, type PropsWithChildren, type ReactNode, useRef, useState } from 'react';
import { useListContext } from 'react-admin';
import { dateRanges } from '#domain/platform/lists';
import { DayField } from '../common/DayField.js';
import { visuallyHidden } from '../common/visuallyHidden.js';
import { useIsBelow } from '../common/useIsBelow.js';
import { useKeptFocus } from '../common/useKeptFocus.js';
import { useTexts, useTranslate } from '../i18n/useTranslate.js';

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

/** The filters `beside` others: on a phone they fold into one button, with the number of those that are set. */
export function FoldingFilters({ beside = ['search'], children }: PropsWithChildren<{ beside?: string[] }>) {
  const narrow = useIsBelow('sm');
  const active = useActiveFilters(beside);
  const [isOpen, setIsOpen] = useState(false);
  if (!narrow) return children;
  return (
    <>
      <FoldButton active={active} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} />
      {isOpen && children}
    </>
  );
}

/** Clears search and filters, all but the `kept` ones, where there are results; `Empty` offers it among its steps otherwise. */
export function ClearFilters({ kept = {} }: { kept?: object }) {
  const translate = useTranslate();
  const list = useListContext();
  const isFiltered = Object.keys(list.filterValues as object).some((name) => !(name in kept));
  if (!isFiltered) return null;
  return (
    <Button
      startIcon={<FilterListOffIcon />}
      // Keeps its place while the records load, and in an empty list, so that nothing moves.
      sx={list.total === 0 ? { visibility: 'hidden', display: { xs: 'none', sm: 'inline-flex' } } : {}}
      onClick={() => list.setFilters(kept)}
    >
      {translate('ra.navigation.clear_filters')}
    </Button>
  );
}

interface SelectFieldProps extends Omit<TextFieldProps, 'onChange' | 'select'> {
  choices: readonly { id: string; name: string }[];
  onChange: (value: string) => void;
}

/** MUI's TextField of choices by their ids. */
export const SelectField = ({ choices, onChange, ...field }: SelectFieldProps) => (
  <TextField select size="small" {...field} onChange={(event) => onChange(event.target.value)}>
    {choices.map(({ id, name }) => (
      <MenuItem key={id} value={id}>
        {name}
      </MenuItem>
    ))}
  </TextField>
);

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
  const translate = useTranslate();
  const all = emptyText === undefined ? choices : [{ id: '', name: emptyText }, ...choices];
  const chosen = all.find(({ id }) => id === value) ?? all[0];
  return (
    <SelectField
      label={translate(label, { _: label })}
      value={chosen?.id ?? ''}
      choices={all}
      onChange={onChange}
      sx={{
        // On a phone two of them share a line where their choices fit into it.
        flex: { xs: '1 1 auto', sm: '1 1 10rem', md: '0 0 auto' },
        minWidth: { xs: 112, md: 168 },
        maxWidth: { xs: '100%', md: 'min(100%, 20rem)' },
      }}
      slotProps={{
        // A name that is wider than the field is cut.
        select: { displayEmpty: true, SelectDisplayProps: { title: chosen?.name } },
        inputLabel: { shrink: true },
      }}
    />
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

/** Narrows the list to what was created within the last days. */
export function LastDaysFilter() {
  const label = useTexts('resources.payments.filters');
  return (
    <SelectFilter
      source="days"
      label={label('days')}
      emptyText={label('allTime')}
      choices={dateRanges.map((days) => ({ id: String(days), name: label('lastDays', { days }) }))}
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
      gridTemplateColumns: {
        xs: 'repeat(auto-fill, minmax(144px, 1fr))',
        md: 'repeat(auto-fill, minmax(176px, 1fr))',
      },
      columnGap: { xs: 1, md: 1.5 },
      rowGap: 2,
      flexBasis: '100%',
      '&& > *': { minWidth: 0, maxWidth: 'none' },
      '& > :nth-of-type(-n + 2)': { gridColumn: { xs: '1 / -1', md: 'span 2' } },
      '& .MuiSelect-select': { fontSize: { xs: '0.875rem', sm: '1rem' }, lineHeight: '1.4375rem' },
    }}
  >
    {children}
  </Box>
);

/** The search and filters above a list. */
export function FilterBar({ children }: { children: ReactNode }) {
  const translate = useTranslate();
  const keptFocus = useKeptFocus('button');
  return (
    <Box
      {...keptFocus}
      role="search"
      aria-label={translate('ra.action.search')}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: { xs: 1, sm: 2 },
        rowGap: 2,
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

interface SearchBoxProps {
  label: string;
  /** The applied search; an address that was typed by hand may hold anything. */
  value: unknown;
  onSearch: (text: string) => void;
  autoFocus?: boolean;
}

/** A search that is applied on Enter, or by the button that stands there while the text is not what the list shows. */
export function SearchBox({ label, value: given, onSearch, autoFocus }: SearchBoxProps) {
  const value = typeof given === 'string' || typeof given === 'number' ? String(given) : '';
  const translate = useTranslate();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const [applied, setApplied] = useState(value);
  const [edited, setEdited] = useState(false);
  // The address holds the search: Back and a cleared filter reset the field; text that is being typed stays.
  if (applied !== value) {
    setApplied(value);
    if (!edited) setText(value);
  }
  const search = (searched: string) => {
    setEdited(false);
    onSearch(searched);
  };
  const isApplied = text.trim() === value.trim();

  return (
    <TextField
      type="text"
      inputRef={field}
      autoFocus={autoFocus}
      size="small"
      label={label}
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        setEdited(true);
      }}
      sx={{
        flex: { xs: '1 1 8rem', sm: '1 1 14rem', md: '1 1 11rem' },
        // The label, of small letters, is not cut.
        minWidth: `min(100%, ${0.4 * label.length + 2}rem)`,
        maxWidth: { md: 400 },
      }}
      slotProps={{
        // MUI leaves more beside a label than the corner of the field takes.
        inputLabel: { sx: { maxWidth: 'calc(133% - 26px)' } },
        htmlInput: {
          'data-list-search': true,
          inputMode: 'search',
          enterKeyHint: 'search',
          maxLength: 200,
          // On the input alone: Enter on the button beside it clears the text.
          onKeyDown: (event: KeyboardEvent) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) search(text.trim());
          },
        },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              {isApplied ? (
                <SearchIcon fontSize="small" />
              ) : (
                <IconButton
                  color="primary"
                  // By the keyboard it is Enter in the field.
                  tabIndex={-1}
                  aria-label={translate('admin.list.applySearch')}
                  title={translate('admin.list.applySearch')}
                  // As large as the icon without it, so that the text stays where it is.
                  sx={{ p: 0.5, m: { xs: -1.5, md: -0.5 } }}
                  onClick={() => search(text.trim())}
                >
                  <SearchIcon fontSize="small" />
                </IconButton>
              )}
            </InputAdornment>
          ),
          endAdornment: text && (
            <InputAdornment position="end">
              <IconButton
                size="small"
                edge="end"
                aria-label={translate('admin.list.clearSearch')}
                onClick={() => {
                  setText('');
                  if (value) search('');
                  else setEdited(false);
                  field.current?.focus();
                }}
              >
                <ClearIcon fontSize="small" />
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  );
}

/** react-admin's SearchInput, of a field of the list's filter, which is applied on Enter. */
export function SearchInput({
  source,
  ...box
}: Omit<SearchBoxProps, 'value' | 'onSearch'> & { source: string }) {
  const { filter, setFilter } = useListFilter<Record<string, string>>();
  return <SearchBox {...box} value={filter[source]} onSearch={(text) => setFilter({ [source]: text })} />;
}

const isSet = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(Boolean) : Boolean(value);

const isFilter = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The filter that was set in this moment, and the address of then, which has it only after that. */
let justSet: { filter: object; href: string } | undefined;

/**
 * The filter that was just set, else that in the address; `rendered` where the address has none. A change is in the
 * address before it is rendered, so that one that follows at once adds to it.
 */
export function latestFilter<Filter extends object>(rendered: Filter): Filter {
  if (justSet?.href === location.href) return justSet.filter as Filter;
  const text = new URLSearchParams(location.search).get('filter');
  if (text === null) return rendered;
  try {
    const filter: unknown = JSON.parse(text);
    return isFilter(filter) ? (filter as Filter) : rendered;
  } catch {
    // An address that was typed by hand: react-admin ignores it as well.
    return rendered;
  }
}

/** Sets a filter with some fields changed, without those that are empty; returns it. */
function changeFilter<Filter extends object>(
  rendered: Filter,
  change: Filter,
  set: (filter: object) => void,
): object {
  const filter = Object.fromEntries(
    Object.entries({ ...latestFilter(rendered), ...change }).filter(([, value]) => isSet(value)),
  );
  const setNow = { filter, href: location.href };
  justSet = setNow;
  set(filter);
  // react-admin hands it to the router by a timer, which was set before this one.
  setTimeout(() => {
    if (justSet === setNow) justSet = undefined;
  });
  return filter;
}

/** Returns how many filters are set, also by the address alone, but for those that are seen without unfolding. */
export function useActiveFilters(seen: string[]): number {
  const { filter } = useListFilter<object>();
  return Object.entries(filter).filter(([name, value]) => isSet(value) && !seen.includes(name)).length;
}

/** Returns the filter of the list in context, and a function that changes some of its fields. */
export function useListFilter<Filter extends object>() {
  const list = useListContext();
  const filter = (isFilter(list.filterValues) ? list.filterValues : {}) as Filter;
  return {
    filter,
    setFilter: (change: Filter) => changeFilter(filter, change, (next) => list.setFilters(next)),
  };
}
