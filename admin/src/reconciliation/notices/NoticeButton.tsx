import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { NoticeDialog } from './NoticeDialog.js';

/** Opens the dialog for an Interac notice. */
export function NoticeButton() {
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        {translate('resources.reconcile.notice.open')}
      </Button>
      {isOpen && <NoticeDialog onClose={() => setOpen(false)} />}
    </>
  );
}
