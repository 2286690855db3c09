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
  if (!list.total || !isFiltered) return null;
  return (
    <Button startIcon={<ClearIcon />} onClick={() => list.setFilters(kept)}>
      {translate('admin.list.clearFilters')}
    </Button>
  );
}
