import { useListContext, useTranslate } from 'react-admin';
import { type BankTransactionPage, transactionStateNames, transactionStates } from '#domain/reconciliation';
import { StateTabs } from '../../ui/lists/StateTabs.js';
import { useReconcileFilter } from './reconcileFilter.js';

/** The states as tabs; the open one is in the address. */
export function ReconcileTabs({ isBeside }: { isBeside: boolean }) {
  const translate = useTranslate();
  const { filter, setFilter } = useReconcileFilter();
  const counts = useListContext().meta as BankTransactionPage['counts'] | undefined;
  return (
    <StateTabs
      list="reconcile"
      label={translate('resources.reconcile.tabs')}
      tabs={transactionStates.map((state) => ({
        state,
        name: transactionStateNames[state],
        count: counts?.[state],
      }))}
      current={transactionStates.find((state) => state === filter.state) ?? false}
      onSelect={(state) => setFilter({ state })}
      isBeside={isBeside}
    />
  );
}
