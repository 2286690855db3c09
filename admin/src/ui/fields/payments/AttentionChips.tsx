import { Box, Chip } from '@mui/material';
import { cardProviderNames, isOpenDispute } from '#domain/cards/cards';
import { formatMonthDay } from '#domain/platform/dates';
import { formatNamedMoney, sum } from '#domain/platform/money';
import type { Payment } from '#domain/payments/payments';
import type { Attention } from '#domain/ledger/ways';
import { useTexts, useTranslate } from '../../i18n/useTranslate.js';

interface DisputeChipProps {
  payment: Pick<Payment, 'card'>;
  /** In a row, without the day. */
  isShort?: boolean;
}

/** "Disputed · Respond by Dec 9", where a dispute of the card payment is open. */
export function DisputeChip({ payment: { card }, isShort }: DisputeChipProps) {
  const label = useTexts('resources.payments.card.dispute');
  if (!isOpenDispute(card?.dispute)) return null;
  const { dueBy } = card.dispute;
  return (
    <Chip
      component="span"
      color="error"
      label={isShort || !dueBy ? label('chip') : label('chipDueBy', { day: formatMonthDay(dueBy) })}
      sx={isShort ? looks.caption : {}}
    />
  );
}

interface AttentionChipsProps {
  payment: Pick<Payment, 'attention' | 'surplus' | 'received' | 'refunded' | 'fee' | 'currency' | 'card'>;
  /** The line of a caption, which is cut where it is too long. */
  place?: 'caption';
}

/** The reasons for which a payment's money needs an admin: "Surplus CA$500.00", "Differs from Stripe". */
export function AttentionChips({ payment, place }: AttentionChipsProps) {
  const translate = useTranslate();
  const { attention = [], surplus, received, refunded, currency, card } = payment;
  const amounts: Record<Attention, number> = {
    giveBack: moneyToGiveBack(payment),
    differsFromCard: 0,
    overReturned: sum([refunded, -received]),
  };
  const nameOf = (reason: Attention) =>
    translate(
      `resources.payments.attention.chips.${reason === 'giveBack' && surplus > 0 ? 'surplus' : reason}`,
      {
        amount: formatNamedMoney(amounts[reason], currency),
        provider: card && cardProviderNames[card.provider],
      },
    );
  if (!attention.length) return null;
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', flexWrap: place === 'caption' ? 'nowrap' : 'wrap', gap: 0.5 }}
    >
      {attention.map((reason) => (
        <Chip
          key={reason}
          component="span"
          variant="outlined"
          color="warning"
          label={nameOf(reason)}
          sx={place && looks[place]}
        />
      ))}
    </Box>
  );
}

const looks = {
  caption: { height: 20, '& .MuiChip-label': { px: 0.75 } },
} as const;

/**
 * The money of a payment that is to be given back, in decimals of its currency: what a settled one has too much, or what
 * is there of one that is cancelled, failed or refunded, less its fee. 0 where the server asks for nothing.
 */
export const moneyToGiveBack = ({
  attention,
  surplus,
  received,
  refunded,
  fee = 0,
}: Pick<Payment, 'attention' | 'surplus' | 'received' | 'refunded' | 'fee'>): number =>
  !attention?.includes('giveBack') ? 0 : surplus > 0 ? surplus : sum([received, -refunded, -fee]);
