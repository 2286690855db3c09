import { useDataProvider, useNotify, useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import { formatNamedMoney } from '#domain/money';
import { errorMessage } from '../../../../browser/http.js';
import type { NoticeRecord } from '../../data/reconciliationMethods.js';
import { useWrite } from '../../data/useWrite.js';
import { AskDialog } from '../../ui/common/AskDialog.js';

interface NoticeDeleteDialogProps {
  notice: NoticeRecord;
  onClose: () => void;
}

/** Asks before a notice is deleted, naming it. */
export function NoticeDeleteDialog({ notice, onClose }: NoticeDeleteDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const dataProvider = useDataProvider();
  const { id, referenceNumber: number, sender, amount, currency } = notice;
  const label = (name: string) =>
    translate(`resources.reconcile.notices.${name}`, {
      number,
      sender: sender || '-',
      amount: formatNamedMoney(amount, currency),
    });
  const { mutate, isPending, error } = useWrite({
    mutationKey: ['interac-notices', 'delete'],
    mutationFn: () => dataProvider.delete('interac-notices', { id }),
    meta: { deletedId: id },
    onSuccess: () => {
      notify(label('deleted'), { type: 'success' });
      onClose();
    },
  });
  return (
    <AskDialog
      title={label('deleteTitle')}
      texts={[label('deleteText'), label('deleteEffect')]}
      error={error ? errorMessage(error, messages.deleteNotice) : undefined}
      confirm={label('delete')}
      color="error"
      isPending={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  );
}
