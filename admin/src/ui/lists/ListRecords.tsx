import { Box, styled, type Theme } from '@mui/material';
import {
  Children,
  cloneElement,
  type ComponentProps,
  type ComponentType,
  isValidElement,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import {
  DataTable,
  DataTableBody,
  type DataTableColumnProps,
  DataTableHead,
  type DataTableRowProps,
  type Identifier,
  ListContextProvider,
  type RaRecord,
  ResourceContextProvider,
  SimpleList,
  TextField,
  useDataTableCallbacksContext,
  useDataTableConfigContext,
  useDataTableSortContext,
  useGetRecordRepresentation,
  useList,
  useListContext,
  useRecordContext,
  useResourceContext,
} from 'react-admin';
import { defaultPageSize } from '#domain/platform/lists';
import { visuallyHidden } from '../common/visuallyHidden.js';
import { Ellipsis } from '../common/fields.js';
import { Empty, Pagination } from './ListFrame.js';
import { FilterSelect } from './FilterBar.js';
import { useRowLink } from './useRowLink.js';
import { useIsBelow } from '../common/useIsBelow.js';
import { useTranslate } from '../i18n/useTranslate.js';

const directions = { ASC: 'asc', DESC: 'desc' } as const;
type Order = keyof typeof directions;

const isColumn = (child: ReactNode): child is ReactElement<DataTableColumnProps> => isValidElement(child);

/** DataTable's headings, of which the sorted one says so to a screen reader. */
function Head({ children }: { children?: ReactNode }) {
  const sort = useDataTableSortContext();
  return (
    <DataTableHead>
      {Children.map(children, (column) =>
        sort && isColumn(column) && column.props.source === sort.field
          ? cloneElement(column, { sortDirection: directions[sort.order] })
          : column,
      )}
    </DataTableHead>
  );
}

/** The checkbox of a record. */
function SelectRecord({ onToggle }: { onToggle: (id: Identifier, event: MouseEvent) => void }) {
  const translate = useTranslate();
  const { selectedIds } = useListContext();
  const record = useRecordContext();
  const nameOf = useGetRecordRepresentation(useResourceContext());
  if (!record) return null;
  return (
    <SelectBox>
      <input
        type="checkbox"
        aria-label={translate('admin.list.select', { name: nameOf(record) })}
        checked={selectedIds.includes(record.id)}
        onClick={(event) => onToggle(record.id, event)}
        // The click has told it, with its keys.
        onChange={() => {}}
      />
    </SelectBox>
  );
}

/**
 * A row that opens its record, in another tab by a middle click or with Ctrl; its link takes the focus instead of it.
 * Plain elements: a page of fifty rows takes 1.5 times as long with react-admin's own rows, cells and checkboxes. A column has
 * children, `render`, or a `field` with its source, which is react-admin's TextField where none is named.
 */
function Row({ children, className }: DataTableRowProps) {
  const record = useRecordContext();
  const { hasBulkActions } = useDataTableConfigContext();
  const { rowClick, handleToggleItem } = useDataTableCallbacksContext();
  const linkOf = useRowLink();
  const path = typeof rowClick === 'function' && record && rowClick(record.id, '', record);
  const link = typeof path === 'string' && linkOf(path);
  return (
    <tr className={`${className} ${link ? 'RaDataTable-clickableRow' : ''}`} {...link}>
      {hasBulkActions && handleToggleItem && (
        <td className="MuiTableCell-root MuiTableCell-paddingCheckbox">
          <SelectRecord onToggle={handleToggleItem} />
        </td>
      )}
      {Children.map(children, (column) => {
        if (!isColumn(column)) return column;
        const { children: content, render, field: Field = TextField, source, align } = column.props;
        const { className = '' } = column.props;
        const field = render && record ? render(record) : <Field source={source} />;
        return (
          <td className={`MuiTableCell-root ${className}`} align={align as 'right'}>
            {content ?? (className.includes('cut') ? <Ellipsis>{field}</Ellipsis> : field)}
          </td>
        );
      })}
    </tr>
  );
}

const Body = (props: ComponentProps<typeof DataTableBody>) => (
  <DataTableBody {...props} row={Row as ComponentType} />
);

/** The order of cards, which have no headings to sort by. */
function SortSelect({ columns }: { columns: ReactNode }) {
  const translate = useTranslate();
  const { sort, setSort } = useListContext();
  const choices = Children.toArray(columns).flatMap((column) => {
    if (!isColumn(column) || !column.props.source || column.props.disableSort) return [];
    const { source, label } = column.props;
    return (Object.keys(directions) as Order[]).map((order) => ({
      id: `${source} ${order}`,
      name: translate(`admin.list.order.${order}`, { field: translate(label as string) }),
    }));
  });
  if (!choices.length) return null;
  return (
    <Box sx={{ display: 'flex', px: 2, pt: 1, pb: 0.5, borderBottom: 1, borderColor: 'divider' }}>
      <FilterSelect
        label={translate('admin.list.sort')}
        value={`${sort.field} ${sort.order}`}
        choices={choices}
        onChange={(value) => {
          const [field = '', order] = value.split(' ');
          setSort({ field, order: order as Order });
        }}
      />
    </Box>
  );
}

/** Two texts at both ends of a line, of which the first is cut. */
const Line = ({ children, end }: { children: ReactNode; end: ReactNode }) => (
  <span className="card-line">
    <span>
      <Ellipsis>{children}</Ellipsis>
    </span>
    <span>{end}</span>
  </span>
);

/** The fields of a record on a phone, in three lines or four. */
interface Card {
  title: ReactNode;
  /** At the end of the first line. */
  status?: ReactNode;
  main: ReactNode;
  /** At the end of the second line. */
  end?: ReactNode;
  meta: ReactNode;
  /** At the end of the third line. */
  caption?: ReactNode;
  /** A line of its own, of records that have more to say. */
  below?: ReactNode;
}

interface ListRecordsProps<Item> {
  /** The columns, as DataTable.Col with a label. */
  children: ReactNode;
  card: (record: Item) => Card;
  /** The buttons of a record, in its last cell and at the end of its card. */
  actions?: ReactNode;
  /** The page of a record; the first link of its row leads there, too. */
  path?: (id: Identifier) => string;
  isSelectable?: boolean;
  /** True in a panel of a page, which its table may be wider than: it scrolls there, together with its headings. */
  isInPanel?: boolean;
  /** Shown where there is no record, or none that matches: Empty, unless it needs more. */
  empty?: ReactElement;
}

/** The records of the list in context: react-admin's DataTable, or its SimpleList where a table would not fit. */
export function ListRecords<Item extends RaRecord = RaRecord>(props: ListRecordsProps<Item>) {
  const { children, card, actions, path, isSelectable = false, isInPanel = false, empty = <Empty /> } = props;
  const { onToggleItem } = useListContext();
  const isNarrow = useIsBelow('lg');
  if (isNarrow)
    return (
      <>
        <SortSelect columns={children} />
        <SimpleList<Item>
          linkType={false}
          sx={cards}
          empty={empty}
          primaryText={(record) => <span>{card(record).title}</span>}
          tertiaryText={(record) => card(record).status}
          secondaryText={(record) => {
            const { main, end, meta, caption, below } = card(record);
            return (
              <>
                <Line end={end}>{main}</Line>
                <Line end={caption}>{meta}</Line>
                {below}
              </>
            );
          }}
          {...((isSelectable || actions) && {
            rightIcon: () => (
              <>
                {isSelectable && <SelectRecord onToggle={onToggleItem} />}
                {actions}
              </>
            ),
          })}
        />
      </>
    );
  return (
    <DataTable
      bulkActionButtons={isSelectable}
      // The bar is at the end of the list.
      bulkActionsToolbar={<></>}
      rowClick={path ?? false}
      head={Head}
      body={Body as ComponentType}
      empty={empty}
      sx={isInPanel ? style : [style, stickyHead]}
    >
      {children}
      {actions && (
        <DataTable.Col label="admin.list.actions" align="right" className="whole">
          {actions}
        </DataTable.Col>
      )}
    </DataTable>
  );
}

interface LocalListProps<Item> extends ListRecordsProps<Item> {
  resource: string;
  records: Item[];
}

/** Records that are loaded already, paged in the browser, in the look of the lists that the server pages. */
export function LocalList<Item extends RaRecord>({ resource, records, ...list }: LocalListProps<Item>) {
  const context = useList({ data: records, resource, perPage: defaultPageSize });
  return (
    <ResourceContextProvider value={resource}>
      <ListContextProvider value={context}>
        <ListRecords {...list} isInPanel />
        {records.length > defaultPageSize && <Pagination />}
      </ListContextProvider>
    </ResourceContextProvider>
  );
}

const SelectBox = styled('label')(({ theme }) => ({
  display: 'grid',
  placeItems: 'center',
  width: 44,
  height: 44,
  cursor: 'pointer',
  input: {
    width: 18,
    height: 18,
    margin: 0,
    cursor: 'inherit',
    accentColor: theme.palette.primary.main,
    '&:focus-visible': { outline: `3px solid ${theme.palette.primary.main}`, outlineOffset: 2 },
  },
}));

/** Columns of the class `cut` share the width that the others leave, their `field` in one line; the text of `whole` does not wrap. */
const style = ({ palette }: Theme) => ({
  '& .RaDataTable-clickableRow': {
    cursor: 'pointer',
    '&:hover, &:focus-within': { background: palette.action.hover },
  },
  '& tbody td': {
    fontSize: '0.875rem',
    lineHeight: 1.43,
    borderBottom: `1px solid ${palette.divider}`,
    '&:not([align])': { textAlign: 'left' },
  },
  '& td > label': { width: 32, ml: '-4px' },
  '& .cut': { width: '25%', minWidth: 88 },
  '& .cut.wide': { width: '50%' },
  '& time, & .whole': { whiteSpace: 'nowrap' },
  // One that an admin typed may be longer than any other, and would leave names no width.
  '& .whole > a': {
    display: 'inline-block',
    width: 'max-content',
    maxWidth: '14rem',
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
  },
  // A heading of two words and a plan leave their width to names.
  '@container (max-width: 1039px)': {
    '&& thead th.whole': { whiteSpace: 'normal' },
    '& [data-plan]': { maxWidth: '9.5rem', ml: 'auto', whiteSpace: 'normal' },
  },
  '& [data-unseen]': visuallyHidden,
});

/** The headings of a table that fits a window of 1200 px stay below the bar of the page. */
const stickyHead = ({ breakpoints }: Theme) => ({
  [breakpoints.up('lg')]: {
    '&& .RaDataTable-tableWrapper': { overflowX: 'visible' },
    '&& .RaDataTable-headerCell': { top: 64, borderRadius: 0 },
  },
});

/** Cards of one height, each with its buttons one below the other on a phone, and in its middle elsewhere. */
const cards = ({ palette, breakpoints }: Theme) => ({
  '& li': {
    position: 'relative',
    alignItems: 'center',
    minHeight: 88,
    p: '4px 16px',
    '&:has(button, input)': { pr: '4px' },
  },
  // The link of the title takes presses on the whole card, and every other one those on 44 px.
  '& .MuiListItemText-primary a::after': { content: '""', position: 'absolute', inset: 0 },
  '& .card-line a': { paddingBlock: '15px' },
  '& .card-line span': { overflow: 'clip visible' },
  '& .card-line a, & button, & label': { position: 'relative', zIndex: 1 },
  '& .MuiListItemText-root': { my: 0, fontVariantNumeric: 'tabular-nums' },
  // A reference is read out on the phone: it wraps and is never cut.
  '& .MuiListItemText-primary > div > :first-of-type': {
    flex: 1,
    minWidth: 0,
    fontWeight: 600,
    fontSize: '0.77rem',
    lineHeight: 1.7,
  },
  '& .RaSimpleList-tertiary': { textAlign: 'right', fontSize: '0.875rem' },
  '& .card-line': {
    display: 'flex',
    justifyContent: 'space-between',
    gap: '8px',
    minHeight: 22,
    color: palette.text.primary,
    '& > :first-of-type': { flex: 1, minWidth: 0 },
    '& > :last-of-type': { textAlign: 'right' },
  },
  '& .card-line + .card-line': {
    fontSize: '0.8125rem',
    color: palette.text.secondary,
    // A day, a note and what stands at their end take further lines on a phone rather than being cut.
    [breakpoints.down('sm')]: {
      flexWrap: 'wrap',
      gap: '0 8px',
      '& > :first-of-type': { flex: '1 0 auto', maxWidth: '100%' },
      '& > :last-of-type': { marginLeft: 'auto' },
      '& > :first-of-type > span': { width: 'auto', minWidth: 0, whiteSpace: 'normal' },
    },
  },
  // Of the height that two of them need, where any card has two.
  '&:has(.MuiListItemIcon-root > * + *) li': { minHeight: { xs: 97, sm: 88 } },
  '& .MuiListItemIcon-root': {
    flexDirection: 'column' as const,
    minWidth: 44,
    alignItems: 'center',
    [breakpoints.up('sm')]: { flexDirection: 'row' },
    // Three take two columns, so that the card stays as high as others.
    [breakpoints.down('sm')]: {
      '&:has(> * + * + *)': { display: 'grid', gridTemplateRows: 'repeat(2, 44px)', gridAutoFlow: 'column' },
    },
  },
});
