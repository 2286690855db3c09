import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useGetOne, useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import { BesidePanel, type BesidePanelPlace } from '../../ui/lists/beside.js';
import { pageQuery } from '../../data/queryClient.js';
import type { TransactionRecord } from '../../data/reconciliationMethods.js';
import { TransactionDecision } from './TransactionDecision.js';
import { TransactionFacts } from './TransactionFacts.js';
import { transactionAmount } from './transactionText.js';
import type { TransactionActions } from './useTransactionActions.js';
import { Permitted } from '../../ui/page/Permitted.js';

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
              {failure.message}
              {failure.isConflict && ` ${translate('resources.reconcile.conflict')}`}
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
              <Typography variant="body2" color="text.secondary" sx={{ mt: 2 }}>
                {translate('resources.reconcile.keys')}
              </Typography>
            </Permitted>
          )}
        </>
      )}
    </BesidePanel>
  );
}
