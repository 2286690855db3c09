import { useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { dataProvider } from '../../data/dataProvider.js';
import type { TransactionRecord } from '../../data/reconciliationMethods.js';
import { useWrite } from '../../data/useWrite.js';

export interface Confirmations {
  /** Transactions that were confirmed, each with its version after it and the allocations made. */
  settled: { transaction: TransactionRecord; version: number; made: string[] }[];
  /** Transactions that were not confirmed, and why. */
  refused: { transaction: TransactionRecord; message: string }[];
}

/** Confirms transactions, and counts its progress. */
export function useConfirmAll(onDone: (result: Confirmations) => void) {
  const { confirmTransactions } = useDataProvider<typeof dataProvider>();
  const [count, setCount] = useState(0);
  const mutation = useWrite({
    mutationKey: ['bank-transactions', 'confirmAll'],
    mutationFn: async (transactions: TransactionRecord[]) => {
      const result: Confirmations = { settled: [], refused: [] };
      setCount(0);
      const answers = await confirmTransactions(
        transactions.map(({ id }) => id),
        setCount,
      );
      const byId = new Map(transactions.map((transaction) => [transaction.id, transaction]));
      for (const { id, ok, message = '', version = 0, made = [] } of answers) {
        const transaction = byId.get(id);
        if (transaction && ok) result.settled.push({ transaction, version, made });
        else if (transaction) result.refused.push({ transaction, message });
      }
      return result;
    },
    onSuccess: onDone,
  });
  return { ...mutation, count };
}
