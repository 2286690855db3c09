import type { Identifier } from 'react-admin';
import type { Customer } from '#domain/customers/customers';
import type { Duplicates, MergeInput, MergeResult, MergeUndone, MovedCounts } from '#domain/care/merges';
import { messages } from '#domain/platform/messages';
import { request } from '../session/request.js';
import { withDefaultMessage } from '../apiErrors.js';

const customerPath = (id: Identifier) => `/customers/${encodeURIComponent(id)}`;

const post = async <Answer>(path: string, body: unknown, fallback: string): Promise<Answer> => {
  const call = request(path, { method: 'POST', body: JSON.stringify(body) });
  return (await withDefaultMessage(fallback, call)).json as Answer;
};

/** API calls for customers that are one person. */
export const mergeMethods = {
  /** A page of the customers that may be the same person, with the reasons. */
  getDuplicates: async (id: Identifier, page: number, signal?: AbortSignal): Promise<Duplicates> => {
    const call = request(`${customerPath(id)}/duplicates?page=${page}`, { signal });
    return (await withDefaultMessage(messages.fetchDuplicates, call)).json as Duplicates;
  },

  /** A customer in its latest state, with the version that a merge is made on. */
  getCustomer: async (id: Identifier, signal?: AbortSignal): Promise<Customer> => {
    const call = request(customerPath(id), { signal });
    return (await withDefaultMessage(messages.fetchCustomer, call)).json as Customer;
  },

  /** The numbers of records that a merge of a customer into another one moves. */
  countMoved: async (id: Identifier, signal?: AbortSignal): Promise<MovedCounts> => {
    const call = request(`${customerPath(id)}/merge`, { signal });
    return (await withDefaultMessage(messages.fetchCustomer, call)).json as MovedCounts;
  },

  setDifferent: (id: Identifier, from: Identifier): Promise<unknown> =>
    post(`${customerPath(id)}/different`, { from }, messages.setDifferent),

  /** Merges a customer into another one, which stays. */
  mergeCustomers: (id: Identifier, input: MergeInput): Promise<MergeResult> =>
    post(`${customerPath(id)}/merge`, input, messages.mergeCustomers),

  undoMerge: (merge: Identifier): Promise<MergeUndone> =>
    post(`/customers/merges/${encodeURIComponent(merge)}/undo`, {}, messages.undoMerge),
};
