import type { DocumentsInput, TaxPlaceInput } from '#domain/documents/document-calls';
import type { DocumentList, IssuedDocument } from '#domain/documents/documents';
import { maximumPageSize } from '#domain/platform/lists';
import { messages } from '#domain/platform/messages';
import type { Payment } from '#domain/payments/payments';
import { request } from '../session/request.js';
import { requestFile } from '../requestFile.js';
import { withDefaultMessage } from '../apiErrors.js';
import { listQuery } from '../listQuery.js';
import { present, type WithId } from '../withId.js';

export type DocumentRecord = WithId<IssuedDocument>;

/** API calls for documents that react-admin has no method for. */
export const documentMethods = {
  /** Returns the newest hundred documents of a payment or a customer, the newest first. */
  getDocumentsOf: async (
    filter: { paymentId: string } | { customerId: string },
    signal?: AbortSignal,
  ): Promise<IssuedDocument[]> => {
    const sort = { field: 'day', order: 'DESC' as const };
    const query = listQuery({ page: 1, perPage: maximumPageSize, sort, filter });
    const call = request(`/documents${query}`, { signal });
    return ((await withDefaultMessage(messages.fetchDocuments, call)).json as DocumentList).documents;
  },

  /** Returns the file of a document. */
  getDocumentFile: async (id: string): Promise<Blob> =>
    (await requestFile(`/documents/${encodeURIComponent(id)}/pdf`, messages.fetchDocument)).file,

  /** Returns what speaks for a disputed payment, as a ZIP. */
  getDisputeFile: async (paymentId: string): Promise<Blob> =>
    (await requestFile(`/payments/${encodeURIComponent(paymentId)}/dispute-file`, messages.fetchDisputeFile))
      .file,

  /** Issues what a payment is due; a buyer corrects the open invoice. */
  issueDocuments: async (paymentId: string, input: DocumentsInput): Promise<IssuedDocument[]> => {
    const call = request(`/payments/${encodeURIComponent(paymentId)}/documents`, {
      method: 'POST',
      body: JSON.stringify(input),
    });
    const { json } = await withDefaultMessage(messages.issueDocuments, call);
    return (json as { documents: IssuedDocument[] }).documents;
  },

  /** Sets or corrects the place by which a payment is taxed. */
  setTaxPlace: async (paymentId: string, input: TaxPlaceInput) => {
    const call = request(`/payments/${encodeURIComponent(paymentId)}/tax-place`, {
      method: 'POST',
      body: JSON.stringify(input),
    });
    return present('payments', (await withDefaultMessage(messages.setTaxPlace, call)).json as Payment);
  },
};
