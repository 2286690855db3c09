import type { Identifier } from 'react-admin';
import { maximumPageSize } from '#domain/platform/lists';
import type { Mail, MailPage, MailPreview, ManualMailKind } from '#domain/mail/mail';
import { messages } from '#domain/platform/messages';
import { withDefaultMessage } from '../apiErrors.js';
import type { WithId } from '../withId.js';
import { errorMessage } from '#browser/http';
import { listQuery } from '../listQuery.js';
import { request } from '../session/request.js';

export type MailRecord = WithId<Mail>;
/** The payment or customer whose mails are listed. */
export type MailOwner = { paymentId: Identifier } | { customerId: Identifier };

/** The mail that was queued about a payment, or why none was. */
export interface SendResult {
  id: string;
  mail?: Mail;
  message?: string;
}

const paymentMailsPath = (id: Identifier) => `/payments/${encodeURIComponent(id)}/mails`;
const post = (path: string, body: unknown = {}) =>
  request(path, { method: 'POST', body: JSON.stringify(body) });

/** API calls for mails that react-admin has no method for. */
export const mailMethods = {
  /** The newest mails about a payment, or to a customer. */
  getMailsOf: async (owner: MailOwner, signal?: AbortSignal): Promise<MailPage> => {
    const query = listQuery({
      page: 1,
      perPage: maximumPageSize,
      sort: { field: 'createdAt', order: 'DESC' },
      filter: owner,
    });
    const call = request(`/mails${query}`, { signal });
    return (await withDefaultMessage(messages.fetchMails, call)).json as MailPage;
  },

  /** Corrects the address of a payment's payer. */
  correctAddress: async (id: Identifier, input: { email: string; version: number }): Promise<void> => {
    await withDefaultMessage(
      messages.updatePayment,
      post(`/payments/${encodeURIComponent(id)}/address`, input),
    );
  },

  /** The preview of a mail sent by hand. */
  previewMail: async (
    paymentId: Identifier,
    kind: ManualMailKind,
    signal?: AbortSignal,
  ): Promise<MailPreview> => {
    const body = JSON.stringify({ kind, preview: true });
    const call = request(paymentMailsPath(paymentId), { method: 'POST', body, signal });
    return (await withDefaultMessage(messages.fetchMails, call)).json as MailPreview;
  },

  /** Queues a mail by hand about each payment, one after the other; returns for each the mail, or why there is none. */
  sendMails: async (
    paymentIds: readonly string[],
    kind: ManualMailKind,
    onProgress: (done: number) => void,
  ): Promise<SendResult[]> => {
    const results: SendResult[] = [];
    for (const id of paymentIds) {
      try {
        const { json } = await withDefaultMessage(messages.sendMail, post(paymentMailsPath(id), { kind }));
        results.push({ id, mail: json as Mail });
      } catch (error) {
        results.push({ id, message: errorMessage(error, messages.sendMail) });
      }
      onProgress(results.length);
    }
    return results;
  },
};
