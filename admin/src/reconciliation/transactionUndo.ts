import type { RaRecord } from 'react-admin';
import type { UndoPart } from '../undo/undo.js';
import type { TransactionRecord } from './reconciliationMethods.js';

/** A change of a transaction that can be undone: its version and state after it. */
export interface TransactionChange {
  id: string;
  version: number;
}

/** The parts of an offer to undo changes of transactions, which stand until the transaction is changed again. */
export const undoParts = (changes: readonly TransactionChange[]): UndoPart[] =>
  changes.map(({ id, version }) => ({
    ...{ resource: 'bank-transactions', id, version },
    stands: (record: RaRecord) => (record as TransactionRecord).version === version,
  }));
