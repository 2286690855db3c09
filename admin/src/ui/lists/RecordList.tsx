import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useListContext, useResourceContext } from 'react-admin';
import { defaultErrorMessage } from '../../data/apiErrors.js';
import { ErrorAlert } from '../common/ErrorAlert.js';
import type { RecordListProps } from './column.js';
import { RecordCards } from './RecordCards.js';
import { RecordTable } from './RecordTable.js';
import { SortSelect } from './SortSelect.js';

/** The records of the list in context: a table, or cards where a table would not fit. */
export function RecordList(props: RecordListProps) {
  const resource = useResourceContext() ?? '';
  const { error, isPending, isPlaceholderData, data, refetch } = useListContext();
  const narrow = useMediaQuery(useTheme().breakpoints.down('md'), { noSsr: true });

  if (error && !data)
    return (
      <Box sx={{ p: 2 }}>
        <ErrorAlert
          error={error}
          fallback={defaultErrorMessage(resource, 'list')}
          onRetry={() => void refetch()}
        />
      </Box>
    );
  if (!isPending && data?.length === 0) return props.empty;
  const Records = narrow ? RecordCards : RecordTable;
  return (
    <>
      {narrow && <SortSelect columns={props.columns} />}
      <Box
        aria-busy={isPending || isPlaceholderData}
        sx={{ opacity: isPlaceholderData ? 0.6 : 1, transition: 'opacity 120ms' }}
      >
        <Records {...props} />
      </Box>
    </>
  );
}
