import { useTranslate } from 'react-admin';
import { ignoreReasonRule } from '#domain/reconciliation';
import type { TransactionRecord } from '../../data/reconciliationMethods.js';
import { ReasonForm } from '../../ui/forms/ReasonForm.js';
import type { TransactionActions } from './useTransactionActions.js';

interface IgnoreFormProps {
  transaction: TransactionRecord;
  actions: TransactionActions;
}

/** Ignores a transaction, or its unallocated rest, with a reason. */
export function IgnoreForm({ transaction, actions }: IgnoreFormProps) {
  const translate = useTranslate();
  const busyWith = actions.busyWith(transaction.id);
  const rest = transaction.allocations.length > 0 ? 'Rest' : '';
  return (
    <ReasonForm
      action={translate(`resources.reconcile.actions.ignore${rest}`)}
      label={translate('resources.reconcile.reason')}
      hint={translate('resources.reconcile.reasonHint')}
      rule={ignoreReasonRule}
      isSending={busyWith === 'ignore'}
      isDisabled={busyWith !== undefined}
      onSubmit={(reason) => actions.ignore(transaction, reason)}
    />
  );
}
