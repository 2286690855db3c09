import FilterIcon from '@mui/icons-material/FilterAltOutlined';
import IconButton from '@mui/material/IconButton';
import { useListContext, useRecordContext, useTranslate } from 'react-admin';
import type { AuditEntry } from '#domain/audit';

/** Filters the trail by the record of one entry. */
export function OnlyThisRecord() {
  const translate = useTranslate();
  const list = useListContext();
  const entry = useRecordContext<AuditEntry & { id: string }>();
  if (!entry?.resourceId) return null;
  const { resource, resourceId } = entry;
  const label = translate('resources.audit.filters.id');
  return (
    <IconButton aria-label={label} title={label} onClick={() => list.setFilters({ resource, resourceId })}>
      <FilterIcon />
    </IconButton>
  );
}
