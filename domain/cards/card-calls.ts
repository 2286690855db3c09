import type {
  CardArrival,
  CardDismissInput,
  CardEventDetails,
  CardEventPage,
  CardRecordInput,
} from './cards.js';

/** The JSON of the answers to the calls about card events. */
export interface CardAnswers {
  'GET /card-events': CardEventPage;
  'GET /card-events/{id}': CardEventDetails;
  'POST /card-events/{id}/record': CardEventDetails;
  'POST /card-events/{id}/dismiss': CardEventDetails;
  'POST /card-events/stripe': { received: true };
  'GET /checkout/card/{key}': CardArrival;
}

/** The bodies of those that the back-office sends with one. */
export interface CardBodies {
  'POST /card-events/{id}/record': CardRecordInput;
  'POST /card-events/{id}/dismiss': CardDismissInput;
}
