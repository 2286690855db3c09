import { Alert } from '@mui/material';
import { FunctionField, SimpleShowLayout, TextField, useGetOne } from 'react-admin';
import { formatDay } from '#domain/platform/dates';
import { messages } from '#domain/platform/messages';
import { formatNamedMoney } from '#domain/platform/money';
import { transactionStateNames } from '#domain/bank/reconciliation';
import { Hint } from '../../ui/common/fields.js';
import { pageQuery } from '../../data/queryClient.js';
import type { TransactionRecord } from '../../data/records.js';
import { BesidePanel, type BesidePanelPlace } from '../../ui/beside/beside.js';
import { Permitted } from '../../ui/page/Permitted.js';
import { useBankAccounts } from '../accounts/useBankAccounts.js';
import { MarkedText } from './MarkedText.js';
import { TransactionDecision } from './TransactionDecision.js';
import { transactionAmount, transactionReferences } from './transactionText.js';
import type { TransactionActions } from './useTransactionActions.js';
import { useTranslate } from '../../ui/i18n/useTranslate.js';

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
