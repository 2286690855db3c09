import { messages } from '#domain/platform/messages';
import type { CardPayout, CardPayoutDetails, PayoutReportResult } from '#domain/payouts/payouts';
import { statementTimeoutMs } from '#domain/bank/reconciliation';
import { request } from '../session/request.js';
import { withDefaultMessage } from '../apiErrors.js';
import { listQuery } from '../listQuery.js';
import { present, type WithId } from '../withId.js';

export type PayoutRecord = WithId<CardPayout>;
export type PayoutDetailsRecord = WithId<CardPayoutDetails>;

/** Timeout of a call with a report: the server's own, and 10 s more. */
const reportTimeoutMs = statementTimeoutMs + 10_000;

/** The way in which the API lists payouts. */
export const payoutLists = { 'card-payouts': { field: 'cardPayouts' } };

/** API calls for the card provider's payouts that react-admin has no method for. */
export const payoutMethods = {
  /** Returns a payout with its lines. */
  getPayout: async (id: string, signal?: AbortSignal): Promise<PayoutDetailsRecord> => {
    const call = request(`/card-payouts/${encodeURIComponent(id)}`, { signal });
    const { json } = await withDefaultMessage(messages.fetchPayout, call);
    return present('card-payouts', json as CardPayoutDetails);
  },

  /** Imports a payout report. A repeated call adds nothing. */
  importPayoutReport: async (file: File): Promise<PayoutReportResult> => {
    const call = request(`/card-payouts/reports${listQuery({ fileName: file.name })}`, {
      method: 'POST',
      body: file,
      headers: { 'Content-Type': 'application/octet-stream' },
      timeoutMs: reportTimeoutMs,
    });
    return (await withDefaultMessage(messages.importPayoutReport, call)).json as PayoutReportResult;
  },
};
