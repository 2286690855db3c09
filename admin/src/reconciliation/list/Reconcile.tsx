import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import Button from '@mui/material/Button';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useListContext, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { pages } from '#domain/pages';
import { PageHeader } from '../../ui/page/PageHeader.js';
import { BesideGrid } from '../../ui/lists/BesideGrid.js';
import { ListPagination } from '../../ui/lists/ListPagination.js';
import { useOpenBeside } from '../../ui/lists/useOpenBeside.js';
import { useBesideShortcuts } from '../../ui/shortcuts/useBesideShortcuts.js';
import { ConfirmAllButton } from './ConfirmAllButton.js';
import { ReconcileFilters } from './ReconcileFilters.js';
import { firstFilter, openName } from './reconcileFilter.js';
import { ReconcileTabs } from './ReconcileTabs.js';
import type { TransactionRecord } from '../../data/reconciliationMethods.js';
import { TransactionExportMenu } from './TransactionExportMenu.js';
import { TransactionList } from './TransactionList.js';
import { TransactionPanel } from '../decide/TransactionPanel.js';
import { useBankAccounts } from '../accounts/useBankAccounts.js';
import { useTransactionActions } from '../decide/useTransactionActions.js';
import { useCan } from '../../session/role.js';
import { Permitted } from '../../ui/page/Permitted.js';

/** The reconciliation page: bank transactions by state, with the open one beside the list. */
export function Reconcile() {
  const translate = useTranslate();
  const { data } = useListContext<TransactionRecord>();
  const opening = useOpenBeside(openName, firstFilter);
  const { isPending: isNaming } = useBankAccounts();
  const { openId, open } = opening;
  const isBeside = useMediaQuery(useTheme().breakpoints.up('lg'), { noSsr: true });
  const isPhone = useMediaQuery(useTheme().breakpoints.down('sm'), { noSsr: true });
  const canImport = useCan('write', 'statements');
  const importLabel = translate(`resources.reconcile.actions.${canImport ? 'import' : 'statements'}`);
  const ids = data?.map(({ id }) => id) ?? [];
  const actions = useTransactionActions(({ id }) => {
    if (openId !== id) return;
    const at = ids.indexOf(id);
    open(ids[at + 1] ?? (at > 0 ? ids[at - 1] : undefined));
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
        <PageHeader
          title={translate('resources.reconcile.title')}
          subtitle={translate('resources.reconcile.subtitle')}
        >
          <TransactionExportMenu />
          <Button
            variant="outlined"
            component={Link}
            to={pages.importStatement}
            startIcon={isPhone ? undefined : <UploadIcon />}
            aria-label={isPhone ? importLabel : undefined}
            title={isPhone ? importLabel : undefined}
            sx={isPhone ? { minWidth: 44, px: 1 } : undefined}
          >
            {isPhone ? <UploadIcon /> : importLabel}
          </Button>
          <Permitted to="write" resource="bank-transactions">
            <ConfirmAllButton />
          </Permitted>
        </PageHeader>
      )}
      {isBeside || !panel ? (
        <BesideGrid panel={panel}>
          <ReconcileTabs isBeside={Boolean(panel)} />
          <ReconcileFilters />
          <TransactionList opening={opening} actions={actions} />
          {!isNaming && <ListPagination />}
        </BesideGrid>
      ) : (
        panel
      )}
    </>
  );
}
