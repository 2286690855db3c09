import type {
  MatchingPayments,
  Payment,
  PaymentPage,
  PaymentStats,
  PaymentWithBatch,
  PaymentWithLastBatch,
  StatusInput,
} from './payments.js';
import type { PlanInput } from './plan.js';
import type { StatusBatchInput, StatusBatchResult, StatusResult } from './status-batch.js';

/** The JSON of the answers to the calls about payments. */
export interface PaymentAnswers {
  'GET /payments': PaymentPage;
  'GET /payments/matching': MatchingPayments;
  'GET /payments/stats': PaymentStats;
  'GET /payments/{id}': PaymentWithLastBatch;
  'POST /payments': Payment;
  'POST /payments/status': StatusBatchResult;
  'POST /payments/status/undo': { results: StatusResult[] };
  'PUT /payments/{id}': Payment;
  'PATCH /payments/{id}/status': PaymentWithBatch;
  'PUT /payments/{id}/plan': Payment;
}

/** The bodies of those that the back-office sends with one. */
export interface PaymentBodies {
  'POST /payments/status': StatusBatchInput;
  'POST /payments/status/undo': { batch: string };
  'PATCH /payments/{id}/status': StatusInput;
  'PUT /payments/{id}/plan': PlanInput;
}
