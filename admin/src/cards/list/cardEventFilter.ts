import type { CardEventState, CardEventType } from '#domain/cards';
import { useBesideFilter } from '../../ui/lists/beside.js';

/** Filters of the list of card events. */
export interface CardEventFilter {
  state?: CardEventState;
  type?: CardEventType;
  /** 'true' for events of real money, 'false' for those of the provider's test mode. */
  live?: string;
  search?: string;
  /** From a payment's page. */
  paymentId?: string;
}

/** The filter of the list that was opened without one: every event. */
export const firstFilter: CardEventFilter = {};

/** The name of the open event in the address. */
export const openName = 'event';

export const useCardEventFilter = () => useBesideFilter<CardEventFilter>(openName);
