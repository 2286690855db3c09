import type { Identifier } from 'react-admin';
import { messages } from '#domain/platform/messages';
import type { ErasureInput, ErasurePlan, ErasureResult } from '#domain/care/personal-data';
import { requestFile } from '../requestFile.js';
import { request } from '../session/request.js';
import { withDefaultMessage } from '../apiErrors.js';

const customerPath = (id: Identifier, part: string) => `/customers/${encodeURIComponent(id)}/${part}`;

/** API calls for a customer's personal data. */
export const personalDataMethods = {
  /** Returns the ZIP of all that is stored about a customer. */
  getPersonalData: async (id: Identifier): Promise<Blob> =>
    (await requestFile(customerPath(id, 'personal-data'), messages.personalData)).file,

  /** Returns what an erasure of a customer changes, what stays, and what stands in its way. */
  getErasurePlan: async (id: Identifier, signal?: AbortSignal): Promise<ErasurePlan> => {
    const call = request(customerPath(id, 'erasure'), { signal });
    return (await withDefaultMessage(messages.erasurePlan, call)).json as ErasurePlan;
  },

  /** Erases a customer's words. */
  erasePersonalData: async (id: Identifier, input: ErasureInput): Promise<ErasureResult> => {
    const call = request(customerPath(id, 'erasure'), { method: 'POST', body: JSON.stringify(input) });
    return (await withDefaultMessage(messages.erasePersonalData, call)).json as ErasureResult;
  },
};
