import type { Theme } from '@mui/material/styles';
import type { ComponentProps } from 'react';
import { DataTableBody, DataTableRow } from 'react-admin';

const Row = (props: ComponentProps<typeof DataTableRow>) => <DataTableRow {...props} tabIndex={-1} />;

/** The body of a DataTable whose rows have a link each, which takes the focus instead of the row. */
export const LinkedRows = (props: ComponentProps<typeof DataTableBody>) => (
  <DataTableBody {...props} row={Row as NonNullable<typeof props.row>} />
);

/**
 * The style of a DataTable that fits a window of 1200 px: its headings stay below the bar of the page. Columns of the
 * class `cut` share the width that the others leave, of `whole` no text wraps.
 */
export const stickyHead = (theme: Theme) => ({
  '& .cut': { width: '25%', minWidth: 108 },
  '& time, & .whole': { whiteSpace: 'nowrap' },
  [theme.breakpoints.up('lg')]: {
    '&& .RaDataTable-tableWrapper': { overflowX: 'visible' },
    '&& .RaDataTable-headerCell': { top: 64, borderRadius: 0 },
    '.RaList-content:has(&)': { overflowX: 'visible' },
  },
});
