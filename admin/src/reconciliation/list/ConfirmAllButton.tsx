import DoneAllIcon from '@mui/icons-material/DoneAll';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import { useIsFetching } from '@tanstack/react-query';
import { useState } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import type { BankTransactionPage } from '#domain/reconciliation';
import { ConfirmAllDialog } from './ConfirmAllDialog.js';
import { readyTransactionsKey } from './useReadyTransactions.js';

/** Opens the dialog that confirms every transaction that is ready under the filters. */
export function ConfirmAllButton() {
  const translate = useTranslate();
  const counts = useListContext().meta as BankTransactionPage['counts'] | undefined;
  const [isOpen, setOpen] = useState(false);
  // The dialog opens once it knows them.
  const isLoading = useIsFetching({ queryKey: readyTransactionsKey }) > 0;
  return (
    <>
      <Button
        variant="contained"
        // Reserves the width of the number, which loads later.
        sx={{ minWidth: 200, justifyContent: 'flex-start' }}
        startIcon={isLoading ? <CircularProgress size={20} color="inherit" aria-hidden /> : <DoneAllIcon />}
        aria-busy={isLoading}
        disabled={!counts?.ready}
        onClick={() => setOpen(true)}
      >
        {translate('resources.reconcile.actions.confirmAll', { smart_count: counts?.ready || 1 })}
      </Button>
      {isOpen && <ConfirmAllDialog onClose={() => setOpen(false)} />}
    </>
  );
}
