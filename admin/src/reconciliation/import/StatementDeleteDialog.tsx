import { useDataProvider, useNotify, useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import type { Statement } from '#domain/reconciliation';
import type { WithId } from '../../data/withId.js';
import { errorMessage } from '../../../../browser/http.js';
import { useWrite } from '../../data/useWrite.js';
import { AskDialog } from '../../ui/common/AskDialog.js';

interface StatementDeleteDialogProps {
  statement: WithId<Statement>;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks before a statement is deleted with the transactions of no other statement; shows why that is refused. */
export function StatementDeleteDialog({ statement, onDeleted, onClose }: StatementDeleteDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const provider = useDataProvider();
  const { id, fileName, state, imported = 0 } = statement;
  const label = (name: string, options?: object) => translate(`resources.reconcile.history.${name}`, options);
  const remove = useWrite({
    mutationKey: ['statements', 'delete'],
    mutationFn: () => provider.delete('statements', { id }),
    meta: { deletedId: id },
    onSuccess: () => {
      notify('resources.reconcile.history.deleted', { type: 'success', messageArgs: { file: fileName } });
      onClose();
      onDeleted();
    },
  });
  return (
    <AskDialog
      title={label('deleteTitle')}
      texts={[
        label(state === 'draft' ? 'deleteDraft' : 'deleteImported', {
          file: fileName,
          smart_count: imported,
        }),
      ]}
      error={remove.error ? errorMessage(remove.error, messages.deleteStatement) : undefined}
      confirm={label('delete')}
      color="error"
      isPending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
