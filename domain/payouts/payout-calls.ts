import type { CardPayoutDetails, CardPayoutPage, PayoutReportResult } from './payouts.js';

/** The JSON of the answers to the calls about the card provider's payouts. */
export interface PayoutAnswers {
  'GET /card-payouts': CardPayoutPage;
  'GET /card-payouts/{id}': CardPayoutDetails;
  'POST /card-payouts/reports': PayoutReportResult;
}

/** The bodies of those that the back-office sends with one. */
export interface PayoutBodies {
  'POST /card-payouts/reports': Blob;
}
