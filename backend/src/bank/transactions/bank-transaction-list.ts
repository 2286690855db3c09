import { negated } from '#domain/platform/money';
import { transactionStates } from '#domain/bank/reconciliation';
import { parseTypedAmount } from '#domain/platform/typed-amount';
import {
  containing,
  enumFilter,
  idFilter,
  indexesOf,
  type ListSpec,
  writtenDayRange,
} from '../../platform/http/list-query.js';
import { BankTransactionSchema } from './bank-transaction.schema.js';

/** Text for searches: without case, in one Unicode form. */
export const searchText = (text: string): string => text.normalize('NFKC').toLowerCase();

/** The condition that payer, text or bank id contain the text, or that the amount is the one written in it. */
function search(text: string) {
  // A typed sign is the bank's: the amount is found in either direction.
  const { cents } = parseTypedAmount(text.trim().replace(/^[-+\u2212]/, ''));
  const found = containing('searchText', searchText(text));
  return cents === undefined ? found : { $or: [{ cents: { $in: [cents, negated(cents)] } }, found] };
}

/** Filters and sort fields of the list of bank transactions. */
export const transactionListSpec: ListSpec = {
  filters: {
    bankAccountId: idFilter('bankAccountId'),
    state: enumFilter('state', transactionStates),
    statementId: idFilter('statementId', 'statementIds'),
    search: search,
  },
  ranges: { day: writtenDayRange('day') },
  sorts: { day: 'day', createdAt: 'createdAt', amount: 'cents' },
  order: '-day',
  indexes: indexesOf(BankTransactionSchema),
};
