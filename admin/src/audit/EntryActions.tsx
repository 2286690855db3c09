import FilterIcon from '@mui/icons-material/FilterAltOutlined';
import NotesIcon from '@mui/icons-material/Notes';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import { useId } from 'react';
import { useListContext, useRecordContext, useTranslate } from 'react-admin';
import { type AuditEntry, auditResourceNames } from '#domain/audit';
import { ActivityItem } from '../activity/ActivityItem.js';
import { ActivityRows } from '../activity/ActivityRows.js';
import { useShowDialog } from '../ui/page/dialogs.js';

/** One entry of the trail with every changed field. */
function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const translate = useTranslate();
  const id = useId();
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id}>{auditResourceNames[entry.resource] ?? entry.resource}</DialogTitle>
      <DialogContent sx={{ p: 0 }}>
        <ActivityRows sx={{ '& > li': { px: 3 } }}>
          <ActivityItem entry={entry} />
        </ActivityRows>
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          {translate('ra.action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Opens the entry with all its changes, of which the list has room for a line. */
function WholeEntry() {
  const translate = useTranslate();
  const showDialog = useShowDialog();
  const entry = useRecordContext<AuditEntry & { id: string }>();
  if (!entry?.changes?.length) return null;
  const label = translate('resources.audit.whole');
  return (
    <IconButton
      aria-label={label}
      title={label}
      aria-haspopup="dialog"
      onClick={() => showDialog((close) => <EntryDialog entry={entry} onClose={close} />)}
    >
      <NotesIcon />
    </IconButton>
  );
}

/** Filters the trail by the record of one entry. */
function OnlyThisRecord() {
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

/** The buttons of one entry. */
export const EntryActions = () => (
  <>
    <WholeEntry />
    <OnlyThisRecord />
  </>
);
