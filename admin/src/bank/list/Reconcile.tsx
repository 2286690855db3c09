import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import { Alert, Button } from '@mui/material';
import {
  FunctionField,
  SimpleShowLayout,
  TextField,
  Title,
  TopToolbar,
  useEvent,
  useGetOne,
  useListContext,
} from 'react-admin';
import { Link } from 'react-router';
import { pages } from '#domain/platform/pages';
import {
  type BankTransactionPage,
  transactionStateNames,
  transactionStates,
} from '#domain/bank/reconciliation';
import { formatDay } from '#domain/platform/dates';
import { messages } from '#domain/platform/messages';
import { formatNamedMoney } from '#domain/platform/money';
import type { TransactionRecord } from '../../data/records.js';
import { useCan } from '../../data/session/role.js';
import { ExportMenu } from '../../ui/exports/ExportsProvider.js';
import { BesideGrid, BesidePanel, type BesidePanelPlace, useOpenBeside } from '../../ui/beside/beside.js';
import { StateTabs } from '../../ui/beside/StateTabs.js';
import {
  ClearFilters,
  FilterBar,
  FoldingFilters,
  SearchInput,
  SelectFilter,
} from '../../ui/lists/FilterBar.js';
import { Pagination } from '../../ui/lists/ListFrame.js';
import { useIsHere } from '../../ui/page/useLeadOn.js';
import { Permitted } from '../../ui/page/Permitted.js';
import { useBankAccounts } from '../accounts/useBankAccounts.js';
import { type TransactionActions, useTransactionActions } from '../decide/useTransactionActions.js';
import { ConfirmAllButton } from './ConfirmAllButton.js';
import { firstFilter, openName, useReconcileFilter } from './reconcileFilter.js';
import { TransactionList } from './TransactionList.js';
import { NarrowingButton } from '../../ui/common/buttons.js';
import { useTranslate } from '../../ui/i18n/useTranslate.js';
import { Hint } from '../../ui/common/fields.js';
import { pageQuery } from '../../data/queryClient.js';
import { MarkedText } from '../decide/MarkedText.js';
import { TransactionDecision } from '../decide/TransactionDecision.js';
import { transactionAmount, transactionReferences } from '../decide/transactionText.js';

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
      <SearchInput source="search" label={translate('resources.reconcile.search')} />
      {accounts.length > 1 && (
        <FoldingFilters beside={['search', 'state', 'statementId']}>
          <SelectFilter
            source="bankAccountId"
            label={translate('resources.reconcile.account')}
            emptyText={translate('resources.reconcile.allAccounts')}
            choices={accounts}
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
  const opening = useOpenBeside(openName, firstFilter);
  const { isPending: isNaming } = useBankAccounts();
  const { openId, open, ids, isBeside, place } = opening;
  const canImport = useCan('write', 'statements');
  const importLabel = translate(`resources.reconcile.actions.${canImport ? 'import' : 'statements'}`);
  const isHere = useIsHere();
  // The latest one: the answer may come once another transaction is open, or another page.
  const leadOn = useEvent(({ id }: TransactionRecord) => {
    if (openId !== id || !isHere()) return;
    const at = ids.indexOf(id);
    const next = ids[at + 1] ?? (at > 0 ? ids[at - 1] : undefined);
    // On a phone the notice of what was done would lie on the button of the next one: its list comes first.
    open(isBeside ? next : undefined);
  });
  const actions = useTransactionActions(leadOn);

  const panel = openId && <TransactionPanel key={openId} id={openId} actions={actions} {...place} />;
  if (panel && !isBeside) return panel;
  return (
    <>
      <Title title="resources.reconcile.title" />
      <TopToolbar>
        <ExportMenu resource="bank-transactions" />
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
      <BesideGrid name={openName} panel={panel}>
        <ReconcileTabs isBeside={Boolean(panel)} />
        <ReconcileFilters />
        <TransactionList opening={opening} actions={actions} />
        {!isNaming && <Pagination />}
      </BesideGrid>
    </>
  );
}

/** The details of a transaction from the bank's file. */
function TransactionFacts({ transaction }: { transaction: TransactionRecord }) {
  const translate = useTranslate();
  const { nameOf } = useBankAccounts();
  const { day, bankAccountId, text, state, rest, amount, currency, allocations, charges } = transaction;
  const isPart = allocations.length > 0 && rest !== 0;
  const facts = {
    ...transaction,
    day: formatDay(day),
    // Takes its line while the accounts are loaded.
    account: nameOf(bankAccountId) || '\u00a0',
    charges: charges === undefined ? '' : formatNamedMoney(charges, currency),
    state: transactionStateNames[state],
    rest: isPart
      ? translate('resources.reconcile.restOf', {
          rest: formatNamedMoney(Math.abs(rest), currency),
          amount: formatNamedMoney(Math.abs(amount), currency),
        })
      : '',
  };
  return (
    <SimpleShowLayout record={facts}>
      <TextField source="day" />
      <TextField source="payer" />
      <FunctionField
        source="text"
        render={() => <MarkedText text={text} references={transactionReferences(transaction)} />}
      />
      <TextField source="account" />
      <TextField source="bankId" />
      <TextField source="charges" />
      <TextField source="state" />
      <TextField source="rest" />
    </SimpleShowLayout>
  );
}

interface TransactionPanelProps extends BesidePanelPlace {
  id: string;
  actions: TransactionActions;
}

/** One transaction beside the list, or in its place: the bank's details, and the decision on it. */
export function TransactionPanel({ id, actions, ...place }: TransactionPanelProps) {
  const translate = useTranslate();
  const state = useGetOne<TransactionRecord>('bank-transactions', { id }, pageQuery);
  const { data: transaction, error } = state;
  const failure = actions.failure?.id === id ? actions.failure : undefined;

  return (
    <BesidePanel
      id={id}
      title={transaction ? transactionAmount(transaction) : translate('resources.reconcile.transaction')}
      state={state}
      failure={messages.fetchTransaction}
      {...place}
    >
      {transaction && (
        <>
          {failure && (
            <Alert severity="error" sx={{ mb: 2 }} onClose={actions.clearFailure}>
              {failure.isConflict
                ? `${failure.message} ${translate('resources.reconcile.conflict')}`
                : failure.message}
            </Alert>
          )}
          <TransactionFacts transaction={transaction} />
          <TransactionDecision
            transaction={transaction}
            actions={actions}
            isPartial={!error && transaction.shortfallLimit === undefined}
          />
          {!place.isPage && (
            <Permitted to="write" resource="bank-transactions">
              <Hint sx={{ mt: 2 }}>{translate('resources.reconcile.keys')}</Hint>
            </Permitted>
          )}
        </>
      )}
    </BesidePanel>
  );
}
