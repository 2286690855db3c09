import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import CloseIcon from '@mui/icons-material/Close';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { useGetOne, useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import { ErrorAlert } from '../../ui/common/ErrorAlert.js';
import { pageQuery } from '../../data/queryClient.js';
import type { TransactionRecord } from '../../data/reconciliationMethods.js';
import { TransactionDecision } from './TransactionDecision.js';
import { TransactionFacts } from './TransactionFacts.js';
import { transactionAmount } from './transactionText.js';
import type { TransactionActions } from './useTransactionActions.js';
import { Permitted } from '../../ui/page/Permitted.js';

interface TransactionPanelProps {
  id: string;
  actions: TransactionActions;
  /** True on narrow screens, where it takes the place of the list. */
  isPage: boolean;
  /** The transaction after it in the list. */
  next: string | undefined;
  onOpen: (id: string) => void;
  onClose: () => void;
}

/** One transaction beside the list, or in its place: the bank's details, and the decision on it. */
export function TransactionPanel({ id, actions, isPage, next, onOpen, onClose }: TransactionPanelProps) {
  const translate = useTranslate();
  const {
    data: transaction,
    error,
    refetch,
  } = useGetOne<TransactionRecord>('bank-transactions', { id }, pageQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  const isLoaded = Boolean(transaction);
  const failure = actions.failure?.id === id ? actions.failure : undefined;

  useEffect(() => {
    if (isPage) scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [isLoaded, isPage]);

  return (
    <Paper
      variant="outlined"
      component="section"
      data-transaction={id}
      aria-labelledby="transaction-title"
      sx={
        isPage
          ? undefined
          : { position: 'sticky', top: 80, maxHeight: 'calc(100vh - 96px)', overflowY: 'auto' }
      }
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, minHeight: 56 }}>
        {isPage && (
          <IconButton edge="start" aria-label={translate('admin.reconcile.actions.back')} onClick={onClose}>
            <ArrowBackIcon />
          </IconButton>
        )}
        <Typography
          ref={heading}
          id="transaction-title"
          variant="h2"
          component={isPage ? 'h1' : 'h2'}
          tabIndex={-1}
          sx={{ flex: 1, outline: 'none', fontVariantNumeric: 'tabular-nums' }}
        >
          {transaction ? transactionAmount(transaction) : translate('admin.reconcile.transaction')}
        </Typography>
        {isPage && next && (
          <Button onClick={() => onOpen(next)}>{translate('admin.reconcile.actions.next')}</Button>
        )}
        {!isPage && (
          <IconButton edge="end" aria-label={translate('admin.reconcile.actions.close')} onClick={onClose}>
            <CloseIcon />
          </IconButton>
        )}
      </Box>
      <Box sx={{ px: 2, pb: 2 }}>
        {transaction ? (
          <>
            {failure && (
              <Alert severity="error" sx={{ mb: 2 }} onClose={actions.clearFailure}>
                {failure.message}
                {failure.isConflict && ` ${translate('admin.reconcile.conflict')}`}
              </Alert>
            )}
            <TransactionFacts transaction={transaction} />
            <TransactionDecision
              transaction={transaction}
              actions={actions}
              isPartial={!error && transaction.shortfallLimit === undefined}
            />
            {!isPage && (
              <Permitted to="write" resource="bank-transactions">
                <Typography variant="body2" color="text.secondary" sx={{ mt: 2 }}>
                  {translate('admin.reconcile.keys')}
                </Typography>
              </Permitted>
            )}
          </>
        ) : error ? (
          <ErrorAlert error={error} fallback={messages.fetchTransaction} onRetry={() => void refetch()} />
        ) : (
          <Skeleton variant="rounded" height={280} />
        )}
      </Box>
    </Paper>
  );
}
