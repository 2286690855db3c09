import { Box, Chip } from '@mui/material';
import { type Candidate, candidateReasonNames, takesNothing } from '#domain/bank/candidates';
import { absolute, asCents, currencySigns, formatCents, toCents } from '#domain/platform/money';
import type { BankTransaction } from '#domain/bank/reconciliation';
import { namedParts } from '#domain/payments/plan';
import { useTexts } from '../../../ui/i18n/useTranslate.js';

/** Returns what of a payment differs from the money that came: "US$ against CA$", "CA$25.00 Short"; undefined for nothing. */
function useDifference(
  { currency, open, why }: Candidate,
  { amount, rest, currency: came }: Pick<BankTransaction, 'amount' | 'rest' | 'currency'>,
): string | undefined {
  const label = useTexts('resources.reconcile.differs');
  if (amount < 0) return undefined;
  if (currency !== came)
    return label('currency', { payment: currencySigns[currency], came: currencySigns[came] });
  const left = asCents(toCents(rest) - toCents(open));
  // Two payments that add up are each less than the money, one that is settled takes none, and a part is what is asked for.
  if (!left || !open || why.includes('sum') || why.includes('part')) return undefined;
  return label(left < 0 ? 'short' : 'over', { amount: formatCents(absolute(left), came) });
}

/** "Part 1 of 2" */
function partName({ parts, plan }: Candidate): string {
  if (!parts || !plan) return candidateReasonNames.part;
  const name = namedParts(parts, plan.length);
  return name.charAt(0).toUpperCase() + name.slice(1);
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
          label={reason === 'part' ? partName(candidate) : candidateReasonNames[reason]}
          color={reason === 'reference' ? 'success' : takesNothing([reason]) ? 'error' : 'default'}
        />
      ))}
      {difference && <Chip component="span" variant="outlined" label={difference} color="warning" />}
    </Box>
  );
}
