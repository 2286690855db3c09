import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { type Candidate, candidateReasonNames, takesNothing } from '#domain/bank/candidates';
import { absolute, asCents, currencySigns, formatCents, toCents } from '#domain/platform/money';
import type { BankTransaction } from '#domain/bank/reconciliation';
import { textsOf } from '../../ui/i18n/textsOf.js';
import { useTranslate } from '../../ui/i18n/useTranslate.js';

/** Returns what of a payment differs from the money that came: "US$ against CA$", "CA$25.00 Short"; undefined for nothing. */
function useDifference(
  { currency, open, why }: Candidate,
  { amount, rest, currency: came }: Pick<BankTransaction, 'amount' | 'rest' | 'currency'>,
): string | undefined {
  const translate = useTranslate();
  const label = textsOf(translate, 'resources.reconcile.differs');
  if (amount < 0) return undefined;
  if (currency !== came)
    return label('currency', { payment: currencySigns[currency], came: currencySigns[came] });
  const left = asCents(toCents(rest) - toCents(open));
  // Two payments that add up are each less than the money, and one that is settled takes none.
  if (!left || !open || why.includes('sum')) return undefined;
  return label(left < 0 ? 'short' : 'over', { amount: formatCents(absolute(left), came) });
}

interface ReasonChipsProps {
  candidate: Candidate;
  transaction: Pick<BankTransaction, 'amount' | 'rest' | 'currency'>;
}

/** Reasons to propose a payment, strongest first, and what differs. */
export function ReasonChips({ candidate, transaction }: ReasonChipsProps) {
  const difference = useDifference(candidate, transaction);
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
      {candidate.why.map((reason) => (
        <Chip
          key={reason}
          component="span"
          variant="outlined"
          label={candidateReasonNames[reason]}
          color={reason === 'reference' ? 'success' : takesNothing([reason]) ? 'error' : 'default'}
        />
      ))}
      {difference && <Chip component="span" variant="outlined" label={difference} color="warning" />}
    </Box>
  );
}
