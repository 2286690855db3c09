/** A part of how a payment is to be paid, as it is stored. */
export interface PlannedPart {
  /** In decimals of the payment's currency, above 0. */
  amount: number;
  /** The day until which it should be there, YYYY-MM-DD. */
  due: string;
}

/** Of an open part "overdue" goes before "partly": its day is past. */
export type PartState = 'paid' | 'overdue' | 'partly' | 'due';

/** A part in the answers of the API. */
export interface PlanPart extends PlannedPart {
  /** The amount of it that is not covered. */
  open: number;
  /** Pending and settled payments only. */
  state?: PartState;
  /** The part of the total shown to the visitor, in the currency of that. */
  quoted?: number;
}

/** The amount that a visitor is asked to pay next. */
export interface AskedNow {
  amount: number;
  /** The day of the first part in it, YYYY-MM-DD. */
  due: string;
  /** The amount in the currency of the total shown to the visitor. */
  quoted?: number;
}
