import { type CardEventState, cardEventStateNames, cardEventStateTones } from '#domain/cards';
import { ToneChip } from '../../ui/common/ToneChip.js';

/** The state of a card event. */
export const CardEventStateChip = ({ state }: { state: CardEventState }) => (
  <ToneChip name={cardEventStateNames[state] ?? state} tone={cardEventStateTones[state] ?? 'neutral'} />
);
