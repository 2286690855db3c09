import type { CardDismissInput, CardEventDetails, CardEventPage, CardRecordInput } from './cards.js';

/** The JSON of the answers to the calls about card events. */
export interface CardAnswers {
  'GET /card-events': CardEventPage;
  'GET /card-events/{id}': CardEventDetails;
  'POST /card-events/{id}/record': CardEventDetails;
  'POST /card-events/{id}/dismiss': CardEventDetails;
}

/** The bodies of those that the back-office sends with one. */
export interface CardBodies {
  'POST /card-events/{id}/record': CardRecordInput;
  'POST /card-events/{id}/dismiss': CardDismissInput;
}
