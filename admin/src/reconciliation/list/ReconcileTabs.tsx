import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useListContext, useTranslate } from 'react-admin';
import { type BankTransactionPage, transactionStateNames, transactionStates } from '#domain/reconciliation';
import { formatCounted } from '#domain/numbers';
import { useReconcileFilter } from './reconcileFilter.js';

/**
 * The states as tabs, each with its count under the filters; the open one is in the address. They have half of the width
 * where `isBeside` a panel.
 */
export function ReconcileTabs({ isBeside }: { isBeside: boolean }) {
  const translate = useTranslate();
  const { filter, setFilter } = useReconcileFilter();
  const isPhone = useMediaQuery(useTheme().breakpoints.down('sm'), { noSsr: true });
  const counts = useListContext().meta as BankTransactionPage['counts'] | undefined;
  return (
    <Tabs
      value={transactionStates.find((state) => state === filter.state) ?? false}
      onChange={(_event, state: (typeof transactionStates)[number]) => setFilter({ state })}
      variant="scrollable"
      // Arrows tell that there are more, where they do not fit.
      scrollButtons={isPhone || isBeside}
      allowScrollButtonsMobile
      aria-label={translate('resources.reconcile.tabs')}
      sx={{ borderBottom: 1, borderColor: 'divider' }}
    >
      {transactionStates.map((state) => (
        <Tab
          key={state}
          value={state}
          // Reserves the width of the count, which loads later, so that the name does not move.
          sx={{ minWidth: { xs: 136, sm: 168 }, px: { xs: 1, sm: 2 }, alignItems: 'flex-start' }}
          id={`reconcile-tab-${state}`}
          aria-controls={filter.state === state ? 'reconcile-list' : undefined}
          label={
            counts
              ? translate('resources.reconcile.tab', {
                  name: transactionStateNames[state],
                  count: formatCounted(counts[state]),
                })
              : transactionStateNames[state]
          }
        />
      ))}
    </Tabs>
  );
}
