import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import IconButton from '@mui/material/IconButton';
import { useRecordContext, useTranslate } from 'react-admin';
import type { NoticeRecord } from '../../data/reconciliationMethods.js';
import { useShowDialog } from '../../ui/page/dialogs.js';
import { NoticeDeleteDialog } from './NoticeDeleteDialog.js';
import { NoticeEditDialog } from './NoticeEditDialog.js';

/** Corrects or deletes the notice of a row. */
export function NoticeRowActions() {
  const translate = useTranslate();
  const notice = useRecordContext<NoticeRecord>();
  const showDialog = useShowDialog();
  if (!notice) return null;
  const label = (name: string) => translate(`resources.reconcile.notices.${name}`);
  const of = (name: string) =>
    translate(`resources.reconcile.notices.${name}`, { number: notice.referenceNumber });
  return (
    <>
      <IconButton
        title={label('correct')}
        aria-label={of('correctOf')}
        onClick={() => showDialog((close) => <NoticeEditDialog notice={notice} onClose={close} />)}
      >
        <EditIcon />
      </IconButton>
      <IconButton
        title={label('delete')}
        aria-label={of('deleteOf')}
        onClick={() => showDialog((close) => <NoticeDeleteDialog notice={notice} onClose={close} />)}
      >
        <DeleteIcon />
      </IconButton>
    </>
  );
}
