import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import { Button } from '@mui/material';
import { Title, TopToolbar, useListContext } from 'react-admin';
import { Link } from 'react-router';
import { pages } from '#domain/platform/pages';
import {
  type BankTransactionPage,
  transactionStateNames,
  transactionStates,
} from '#domain/bank/reconciliation';
import type { TransactionRecord } from '../../data/records.js';
import { useCan } from '../../data/session/role.js';
import { ExportMenu } from '../../ui/exports/ExportsProvider.js';
import { BesideGrid, StateTabs, useBesideShortcuts, useOpenBeside } from '../../ui/beside/beside.js';
import {
  ClearFilters,
  FilterBar,
  FilterSelect,
  FoldingFilters,
  SearchBox,
} from '../../ui/lists/FilterBar.js';
import { Pagination } from '../../ui/lists/ListFrame.js';
import { Permitted } from '../../ui/page/Permitted.js';
import { useBankAccounts } from '../accounts/useBankAccounts.js';
import { TransactionPanel } from '../decide/TransactionPanel.js';
import { useTransactionActions } from '../decide/useTransactionActions.js';
import { ConfirmAllButton } from './ConfirmAllButton.js';
import { firstFilter, openName, useReconcileFilter } from './reconcileFilter.js';
import { TransactionList } from './TransactionList.js';
import { NarrowingButton } from '../../ui/common/buttons.js';
import { useIsBelow } from '../../ui/common/useIsBelow.js';
import { useTranslate } from '../../ui/i18n/useTranslate.js';

/** The states as tabs; the open one is in the address. */
function ReconcileTabs({ isBeside }: { isBeside: boolean }) {
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

/** Search by payer, text and amount, and filters by account and, from a link, by statement. */
function ReconcileFilters() {
  const translate = useTranslate();
  const { filter, setFilter } = useReconcileFilter();
  const { accounts = [] } = useBankAccounts();
  return (
    <FilterBar>
      <SearchBox
        label={translate('resources.reconcile.search')}
        value={filter.search ?? ''}
        onSearch={(search) => setFilter({ search })}
      />
      {accounts.length > 1 && (
        <FoldingFilters active={filter.bankAccountId ? 1 : 0}>
          <FilterSelect
            label={translate('resources.reconcile.account')}
            value={filter.bankAccountId ?? ''}
            emptyText={translate('resources.reconcile.allAccounts')}
            choices={accounts}
            onChange={(bankAccountId) => setFilter({ bankAccountId })}
          />
        </FoldingFilters>
      )}
      {filter.statementId && (
        <Button variant="outlined" onClick={() => setFilter({ statementId: '' })}>
          {translate('resources.reconcile.allStatements')}
        </Button>
      )}
      <ClearFilters kept={{ state: filter.state }} />
    </FilterBar>
  );
}

/** The reconciliation page: bank transactions by state, with the open one beside the list. */
export function Reconcile() {
  const translate = useTranslate();
  const { data } = useListContext<TransactionRecord>();
  const opening = useOpenBeside(openName, firstFilter);
  const { isPending: isNaming } = useBankAccounts();
  const { openId, open } = opening;
  const isBeside = !useIsBelow('lg');
  const canImport = useCan('write', 'statements');
  const importLabel = translate(`resources.reconcile.actions.${canImport ? 'import' : 'statements'}`);
  const ids = data?.map(({ id }) => id) ?? [];
  const actions = useTransactionActions(({ id }) => {
    if (openId !== id) return;
    const at = ids.indexOf(id);
    const next = ids[at + 1] ?? (at > 0 ? ids[at - 1] : undefined);
    // On a phone the notice of what was done would lie on the button of the next one: its list comes first.
    open(isBeside ? next : undefined);
  });
  useBesideShortcuts({ name: openName, ids, open });

  const panel = openId && (
    <TransactionPanel
      key={openId}
      id={openId}
      actions={actions}
      onClose={() => open(undefined)}
      isPage={!isBeside}
      next={ids[ids.indexOf(openId) + 1]}
      onOpen={open}
    />
  );
  return (
    <>
      {(isBeside || !panel) && (
        <>
          <Title title="resources.reconcile.title" />
          <TopToolbar>
            <ExportMenu resource="bank-transactions" label="resources.reconcile.export" />
            <NarrowingButton
              icon={<UploadIcon />}
              text={importLabel}
              variant="outlined"
              component={Link}
              to={pages.importStatement}
            />
            <Permitted to="write" resource="bank-transactions">
              <ConfirmAllButton />
            </Permitted>
          </TopToolbar>
        </>
      )}
      {isBeside || !panel ? (
        <BesideGrid panel={panel}>
          <ReconcileTabs isBeside={Boolean(panel)} />
          <ReconcileFilters />
          <TransactionList opening={opening} actions={actions} />
          {!isNaming && <Pagination />}
        </BesideGrid>
      ) : (
        panel
      )}
    </>
  );
}
