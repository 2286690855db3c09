import Box from '@mui/material/Box';
import type { ReactElement, ReactNode } from 'react';
import { ListView, useListContext } from 'react-admin';
import { ViewError } from '../page/ViewError.js';
import { ListPagination } from './ListPagination.js';

interface ListFrameProps {
  actions: ReactElement;
  filters: ReactElement;
  children: ReactNode;
}

/** The view of a list; the former records are pale while others are asked for. */
export function ListFrame({ actions, filters, children }: ListFrameProps) {
  const { isPending, isPlaceholderData } = useListContext();
  return (
    <ListView
      actions={actions}
      filters={filters}
      empty={false}
      error={<ViewError />}
      pagination={<ListPagination />}
    >
      <Box
        aria-busy={isPending || isPlaceholderData}
        sx={{ opacity: isPlaceholderData ? 0.6 : 1, transition: 'opacity 120ms' }}
      >
        {children}
      </Box>
    </ListView>
  );
}
