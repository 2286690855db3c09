import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { type Currency, formatCents, plainCents } from '#domain/money';
import { isSettled, statusNames } from '#domain/payments';
import { AmountField } from './AmountField.js';
import { type MatchLine, type MatchOutcome, openWhereQuoted } from './matchPlan.js';

interface OutcomeTextProps {
  line: MatchLine;
  outcome: MatchOutcome | undefined;
  acceptsShortfall: boolean;
  isRefund: boolean;
}

/** "Becomes Paid", "Stays Pending: CA$25.00 still due". */
function OutcomeText({ line: { payment }, outcome, acceptsShortfall, isRefund }: OutcomeTextProps) {
  const translate = useTranslate();
  if (!outcome || outcome.amountError || outcome.settlesError || outcome.most !== undefined) return null;
  const { becomes, missing } = outcome;
  const name = becomes
    ? acceptsShortfall && missing > 0
      ? 'becomesShort'
      : 'becomes'
    : isRefund
      ? 'partRefund'
      : missing > 0 && !isSettled(payment.status)
        ? 'stays'
        : 'keeps';
  return (
    <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }}>
      {translate(`resources.reconcile.outcome.${name}`, {
        status: statusNames[becomes ?? payment.status],
        amount: formatCents(missing, payment.currency),
      })}
    </Typography>
  );
}

interface MatchLineFieldsProps extends OutcomeTextProps {
  /** The transaction's. */
  currency: Currency;
  onChange: (fields: Partial<MatchLine>) => void;
  onRemove: () => void;
}

/** Fields of the part of a transaction that one payment gets, and its effect on the payment. */
export function MatchLineFields(props: MatchLineFieldsProps) {
  const { line, outcome, currency, isRefund, onChange, onRemove } = props;
  const translate = useTranslate();
  const { payment, amount, settles } = line;
  const { id, referenceNumber, customer } = payment;
  const isOther = payment.currency !== currency;
  const label = (name: string, options?: object) => translate(`resources.reconcile.match.${name}`, options);
  const most =
    outcome?.most === undefined
      ? undefined
      : label(isRefund ? 'mostRefund' : 'most', { amount: formatCents(outcome.most, payment.currency) });
  const amountError = outcome?.amountError === 'zero' ? label('zero') : isOther ? undefined : most;
  const settlesError = outcome?.settlesError === 'zero' ? label('zero') : most;
  const quoted = openWhereQuoted(line, currency);
  const settled = quoted && plainCents(quoted.settles);

  return (
    <Box
      role="group"
      aria-label={referenceNumber}
      sx={{ border: 1, borderColor: 'divider', borderRadius: 2, p: 1.5 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, mb: 1 }}>
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {customer && `${customer} · `}
          {referenceNumber}
        </Typography>
        <IconButton
          size="small"
          edge="end"
          aria-label={label('removeOf', { reference: referenceNumber })}
          onClick={onRemove}
        >
          <CloseIcon fontSize="small" />
        </IconButton>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <AmountField
          id={`amount-${id}`}
          label={label('amount', { currency })}
          value={amount}
          currency={currency}
          error={amountError}
          onChange={(text) => onChange({ amount: text })}
          sx={{ flex: '1 1 9rem' }}
        />
        {isOther && (
          <AmountField
            id={`settles-${id}`}
            label={label('settles', { currency: payment.currency })}
            value={settles}
            currency={payment.currency}
            error={settlesError}
            hint={label('settlesHint')}
            onChange={(text) => onChange({ settles: text })}
            sx={{ flex: '1 1 9rem' }}
          />
        )}
      </Box>
      {quoted && settles !== settled && (
        <Button size="small" onClick={() => onChange({ settles: settled })}>
          {label('quoted', {
            shown: formatCents(quoted.shown, currency),
            amount: formatCents(quoted.settles, payment.currency),
          })}
        </Button>
      )}
      <OutcomeText {...props} />
    </Box>
  );
}
