import ClearIcon from '@mui/icons-material/FilterListOff';
import Button from '@mui/material/Button';
import { useListContext, useTranslate } from 'react-admin';

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
      sx={{ visibility: list.total === 0 ? 'hidden' : undefined }}
      onClick={() => list.setFilters(kept)}
    >
      {translate('admin.list.clearFilters')}
    </Button>
  );
}
