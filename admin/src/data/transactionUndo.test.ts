import { expect, it } from 'vitest';
import type { BankTransaction } from '#domain/bank/reconciliation';
import { standing, undoInput } from '../bank/decide/useUndoTransactions.js';

const parts = (ids: string[], reason?: string) =>
  ({ allocations: ids.map((_id) => ({ _id })), reason }) as Pick<BankTransaction, 'allocations' | 'reason'>;

it('an undo takes back the allocations of its act only, not those of a later one', () => {
  const first = { id: 't', version: 2, made: ['a'] };
  expect(undoInput(first)).toEqual({ version: 2, allocationIds: ['a'] });
  expect(standing(first, parts(['a', 'b']))).toEqual(first);
  expect(standing(first, parts(['b']))).toBeUndefined();
  expect(standing({ ...first, made: ['a', 'b'] }, parts(['b', 'c']))).toEqual({ ...first, made: ['b'] });
});

it('an undo of an ignored rest leaves the allocations', () => {
  const ignored = { id: 't', version: 2, made: [], reason: 'interest' };
  expect(undoInput(ignored)).toEqual({ version: 2, rest: true });
  expect(standing(ignored, parts(['a'], 'interest'))).toEqual(ignored);
  expect(standing(ignored, parts(['a'], 'outgoing'))).toBeUndefined();
  expect(standing(ignored, parts(['a']))).toBeUndefined();
});
