import NotesIcon from '@mui/icons-material/Notes';
import IconButton from '@mui/material/IconButton';
import { useRecordContext, useTranslate } from 'react-admin';
import type { AuditEntry } from '#domain/audit';
import { useShowDialog } from '../ui/page/dialogs.js';
import { EntryDialog } from './EntryDialog.js';

/** Opens the entry with all its changes, of which the list has room for a line. */
export function WholeEntry() {
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
