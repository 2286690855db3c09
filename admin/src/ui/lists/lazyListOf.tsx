import Box from '@mui/material/Box';
import type { ComponentType, FunctionComponent, ReactNode } from 'react';
import { List, type ListProps, useListContext } from 'react-admin';
import { lazyPart } from '../common/lazyPart.js';
import { PageSkeleton } from '../page/PageSkeleton.js';
import { ListPagination } from './ListPagination.js';

interface ListParts {
  /** Beside the title, in react-admin's TopToolbar. */
  Actions: ComponentType;
  Filters: ComponentType;
  Records: ComponentType;
}

/** Shows the former records pale while others are asked for. */
function Paling({ children }: { children: ReactNode }) {
  const { isPending, isPlaceholderData } = useListContext();
  return (
    <Box
      aria-busy={isPending || isPlaceholderData}
      sx={{ opacity: isPlaceholderData ? 0.6 : 1, transition: 'opacity 120ms' }}
    >
      {children}
    </Box>
  );
}

/** react-admin's List whose parts are those of a chunk, which is loaded while the list asks for its records. */
export function lazyListOf(
  load: () => Promise<ListParts>,
  props?: Pick<ListProps, 'resource' | 'sort' | 'filterDefaultValues'>,
): FunctionComponent {
  const Actions = lazyPart(load, 'Actions');
  const Filters = lazyPart(load, 'Filters');
  const Records = lazyPart(load, 'Records', <PageSkeleton />);
  return () => (
    <List
      actions={<Actions />}
      filters={<Filters />}
      empty={false}
      pagination={<ListPagination />}
      {...props}
    >
      <Paling>
        <Records />
      </Paling>
    </List>
  );
}
