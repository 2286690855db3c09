import { useDataProvider, useNotify } from 'react-admin';
import { messages } from '#domain/messages';
import { errorMessage } from '../../../../browser/http.js';
import type { dataProvider } from '../../data/dataProvider.js';
import type { BankAccountRecord, StatementDraftRecord } from '../../data/reconciliationMethods.js';
import { useWrite } from '../../data/useWrite.js';

/** Moves a draft's file to another account: uploads it there as a draft of its own, and then deletes this one. */
export function useMoveDraft(
  { id, fileName }: StatementDraftRecord,
  onMoved: (draft: StatementDraftRecord) => void,
) {
  const { downloadStatement, uploadStatement, delete: deleteOne } = useDataProvider<typeof dataProvider>();
  const notify = useNotify();
  const remove = useWrite({
    mutationKey: ['statements', 'delete'],
    mutationFn: () => deleteOne('statements', { id }),
    meta: { deletedId: id },
    onError: (error) => notify(errorMessage(error, messages.deleteStatement), { type: 'error' }),
  });
  return useWrite({
    mutationKey: ['statements', 'upload'],
    mutationFn: async (account: BankAccountRecord) =>
      uploadStatement(account.id, new File([await downloadStatement(id)], fileName)),
    onSuccess: (moved) => {
      onMoved(moved);
      remove.mutate();
    },
  });
}
