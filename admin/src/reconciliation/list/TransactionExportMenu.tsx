import { ExportMenu } from '../../ui/exports/ExportMenu.js';
import { useReconcileFilter } from './reconcileFilter.js';

/** Exports every transaction of the open tab that matches the filters, with its allocations. */
export function TransactionExportMenu() {
  const { filter } = useReconcileFilter();
  return <ExportMenu resource="bank-transactions" query={{ filter }} label="resources.reconcile.export" />;
}
