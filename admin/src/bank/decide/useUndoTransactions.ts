import { useDataProvider, useNotify } from 'react-admin';
import { messages } from '#domain/platform/messages';
import { errorMessage } from '#browser/http';
import type { dataProvider } from '../../data/dataProvider.js';
import { useOfferUndo, useTellFailure } from '../../ui/undo/undo.js';
import { type TransactionChange, undoParts } from '../../data/transactionUndo.js';
import { useWrite } from '../../data/useWrite.js';
import { useTranslate } from '../../ui/i18n/useTranslate.js';

/** Notifies of an undo, and of a payment that keeps its status. */
export function useTellUndone() {
  const notify = useNotify();
  const translate = useTranslate();
  return (message: string, isStatusKept: boolean) =>
    notify(isStatusKept ? `${message} ${translate('resources.reconcile.done.statusKept')}` : message, {
      type: isStatusKept ? 'warning' : 'success',
    });
}

/** Offers to undo changes of transactions, and notifies of the result. */
export function useOfferTransactionUndo() {
  const provider = useDataProvider<typeof dataProvider>();
  const tellFailure = useTellFailure();
  const translate = useTranslate();
  const offerUndo = useOfferUndo();
  const tellUndone = useTellUndone();
  const { mutateAsync } = useWrite({
    mutationKey: ['bank-transactions', 'undoLast'],
    mutationFn: (changes: readonly TransactionChange[]) => provider.undoTransactions(changes),
    onSuccess: ({ undone, failure }) => {
      if (undone.length)
        tellUndone(
          translate('resources.reconcile.done.undone', { smart_count: undone.length }),
          undone.some(({ statusKept }) => statusKept),
        );
      if (failure)
        tellFailure(failure, errorMessage(failure, messages.undoTransaction), translate('admin.undo.failed'));
    },
  });
  return (message: string, changes: readonly TransactionChange[]) =>
    offerUndo({ message, parts: undoParts(changes), undo: () => mutateAsync(changes) });
}
