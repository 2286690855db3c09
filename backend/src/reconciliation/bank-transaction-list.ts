import { BadRequestException } from '@nestjs/common';
import { transactionStates } from '../../../domain/reconciliation.js';
import { containing, enumFilter, idFilter, type ListSpec } from '../http/list-query.js';
import { parseCents } from './formats/amounts.js';

/** Text as it is searched: without case, in one Unicode form. */
export const searchText = (text: string): string => text.normalize('NFKC').toLowerCase();

/** What payer, text and bank id contain, or an amount in any way of writing it. */
function search(text: string) {
  const amounts = [parseCents(text, '.'), parseCents(text, ',')].flatMap((cents) =>
    cents === undefined ? [] : [Math.abs(cents), -Math.abs(cents)],
  );
  const found = containing('searchText', searchText(text));
  return amounts.length ? { $or: [{ cents: { $in: amounts } }, found] } : found;
}

/** What the list of bank transactions can be filtered and sorted by. */
export const transactionListSpec: ListSpec = {
  filters: {
    bankAccountId: idFilter('bankAccountId'),
    state: enumFilter('state', transactionStates),
    statementId: idFilter('statementId', 'statementIds'),
    search,
  },
  sorts: { day: 'day', createdAt: 'createdAt', amount: 'cents' },
};

/** The states that a list is of; undefined for all of them. */
export function parseState(text: string): (typeof transactionStates)[number] | undefined {
  const state = transactionStates.find((name) => name === text);
  if (text && !state)
    throw new BadRequestException(`filter[state] takes one of ${transactionStates.join(', ')}`);
  return state;
}
