import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider } from 'react-admin';
import { reconciliationLimits } from '../../../domain/reconciliation.js';
import type { dataProvider } from '../dataProvider.js';
import type { TransactionRecord } from './reconciliationMethods.js';

export interface Confirmations {
  settled: TransactionRecord[];
  /** Transactions that are no longer ready, and why. */
  refused: { transaction: TransactionRecord; message: string }[];
}

/** Confirms transactions, a hundred a call, and counts its progress. */
export function useConfirmAll(onDone: (result: Confirmations) => void) {
  const { confirmTransactions } = useDataProvider<typeof dataProvider>();
  const [count, setCount] = useState(0);
  const mutation = useMutation({
    mutationKey: ['bank-transactions', 'confirmAll'],
    mutationFn: async (transactions: TransactionRecord[]) => {
      const result: Confirmations = { settled: [], refused: [] };
      setCount(0);
      for (let start = 0; start < transactions.length; start += reconciliationLimits.confirmations) {
        const batch = transactions.slice(start, start + reconciliationLimits.confirmations);
        const answers = await confirmTransactions(batch.map(({ id }) => id));
        for (const { id, ok, message = '' } of answers) {
          const transaction = batch.find((one) => one.id === id);
          if (transaction && ok) result.settled.push(transaction);
          else if (transaction) result.refused.push({ transaction, message });
        }
        setCount(start + batch.length);
      }
      return result;
    },
    onSuccess: onDone,
  });
  return { ...mutation, count };
}
