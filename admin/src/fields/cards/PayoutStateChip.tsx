import { payoutStateNames, type PayoutState, payoutStateTones } from '#domain/payouts';
import { ToneChip } from '../../ui/common/ToneChip.js';

/** The state of a payout: whether a bank transaction is it. */
export const PayoutStateChip = ({ state }: { state: PayoutState }) => (
  <ToneChip name={payoutStateNames[state] ?? state} tone={payoutStateTones[state] ?? 'neutral'} />
);
