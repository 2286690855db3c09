import type { EntryDraft } from '#domain/ledger/ledger-drafts';
import type { LedgerAct } from '../ledger/books/ledger-act.js';
import type { FieldChange } from '../platform/changes/change.js';
import type { HistoryRoom } from './payment-record.js';
import type { Payment, PaymentFacts, StatusEntry } from './payment.schema.js';

/** An act on a payment: what it does to the entries and to other fields, and what the history and the trail say of it. */
export interface PaymentAct extends LedgerAct {
  /** Further fields; an undefined one is unset. */
  fields?: Record<string, unknown>;
  /** True for an act that a bank or the card provider reports: no later entry keeps it from being recorded. */
  isFact?: boolean;
  room?: HistoryRoom;
  note?: string | undefined;
  /** The part of the note that a person has typed: an erased payment takes none. */
  typed?: string | undefined;
  /** The notes of the new lines of the history, each with the status after the act; without them one line with `note`. */
  notes?: readonly string[];
  action?: 'status' | 'update';
  facts?: PaymentFacts | undefined;
  /** The fields that the audit trail shows instead of all that differ. */
  shown?: (after: Payment) => FieldChange[];
}

/** The origin of a new payment, and what is known of it beside the form's fields. */
export interface PaymentOrigin extends Pick<
  Payment,
  'source' | 'quoted' | 'plan' | 'card' | 'payout' | 'acceptedTerms' | 'isPlaceUnknown'
> {
  /** The entries of its money, where they do not follow from the form's status. */
  entries?: readonly EntryDraft[];
  /** The first entries of the history, where there is more to say than the status. */
  history?: Pick<StatusEntry, 'status' | 'note'>[];
  /** Facts for the subscribers of the change, besides the customer. */
  facts?: PaymentFacts;
}
