import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import { type AuditEntry, auditResourceNames } from '#domain/audit';
import { ActivityItem } from '../activity/ActivityItem.js';
import { ActivityRows } from '../activity/ActivityRows.js';

/** One entry of the trail with every changed field. */
export function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
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
