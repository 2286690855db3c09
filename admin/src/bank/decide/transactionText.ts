import { formatNamedMoney } from '#domain/platform/money';
import type { BankTransaction } from '#domain/bank/reconciliation';

const maximumTitle = 60;

/** The payer of a transaction, or else the beginning of the bank's text. */
export const transactionTitle = ({ payer, text }: Pick<BankTransaction, 'payer' | 'text'>): string =>
  payer || (text.length > maximumTitle ? `${text.slice(0, maximumTitle).trimEnd()}…` : text);

/** The references that the transaction's text may have. */
export const transactionReferences = ({
  allocations,
  candidates,
}: Pick<BankTransaction, 'allocations' | 'candidates'>): string[] => [
  ...allocations.map(({ referenceNumber }) => referenceNumber),
  ...candidates.flatMap(({ referenceNumber, formerReferences = [] }) => [
    referenceNumber,
    ...formerReferences,
  ]),
];

/** "CA$2,256.61"; "-CA$45.00" for an outgoing transaction. */
export const transactionAmount = ({
  amount,
  currency,
}: Pick<BankTransaction, 'amount' | 'currency'>): string => formatNamedMoney(amount, currency);
