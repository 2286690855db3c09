import CloseIcon from '@mui/icons-material/Close';
import {
  Box,
  Button,
  FormControl,
  FormControlLabel,
  FormLabel,
  IconButton,
  Radio,
  RadioGroup,
  type SxProps,
  TextField,
  Typography,
} from '@mui/material';
import { formatDay } from '#domain/platform/dates';
import { type Currency, formatCents, formatNamedMoney, plainCents, toAmount } from '#domain/platform/money';
import { handWayNames } from '#domain/ledger/ways';
import { parseTypedAmount } from '#domain/platform/typed-amount';
import { TextLink } from '../../ui/common/fields.js';
import { paymentPath } from '../../ui/paths.js';
import { type MatchLine, type MatchOutcome, openWhereQuoted } from './candidates/matchPlan.js';
import { useTexts } from '../../ui/i18n/useTranslate.js';
import { matchNoteRule } from '#domain/bank/reconciliation';

interface MatchLineFieldsProps {
  line: MatchLine;
  outcome: MatchOutcome | undefined;
  isRefund: boolean;
  /** The transaction's. */
  currency: Currency;
  onChange: (fields: Partial<MatchLine>) => void;
  onRemove: () => void;
}

/** Fields of the part of a transaction that one payment gets. */
export function MatchLineFields({
  line,
  outcome,
  currency,
  isRefund,
  onChange,
  onRemove,
}: MatchLineFieldsProps) {
  const label = useTexts('resources.reconcile.match');
  const { payment, amount, settles, instead } = line;
  const { id, referenceNumber, customer } = payment;
  const isOther = payment.currency !== currency;
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
          {customer && <span>{customer} · </span>}
          <TextLink to={paymentPath(id)}>{referenceNumber}</TextLink>
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
      {outcome?.asked && (
        <FormControl sx={{ mt: 1.5 }}>
          <FormLabel id={`instead-${id}`}>
            {label('instead.title', {
              amount: formatNamedMoney(outcome.asked.amount, payment.currency),
              day: formatDay(outcome.asked.day),
            })}
          </FormLabel>
          <RadioGroup
            aria-labelledby={`instead-${id}`}
            value={instead === undefined ? '' : (instead ?? 'other')}
            onChange={(_event, value) => onChange({ instead: value === 'other' ? null : value })}
          >
            <FormControlLabel
              value={outcome.asked._id}
              control={<Radio />}
              label={label('instead.yes', { way: handWayNames[outcome.asked.way] })}
            />
            <FormControlLabel value="other" control={<Radio />} label={label('instead.no')} />
          </RadioGroup>
        </FormControl>
      )}
      {quoted && settles !== settled && (
        <Button size="small" onClick={() => onChange({ settles: settled })}>
          {label('quoted', {
            shown: formatCents(quoted.shown, currency),
            amount: formatCents(quoted.settles, payment.currency),
          })}
        </Button>
      )}
    </Box>
  );
}

interface AmountFieldProps {
  id: string;
  label: string;
  value: string;
  currency: Currency;
  /** The reason why the amount cannot be taken; of a text that is no amount, the field says so itself. */
  error?: string | undefined;
  hint?: string;
  sx?: SxProps;
  onChange: (text: string) => void;
}

/** A small field for a typed amount, which says which amount it has understood. */
export function AmountField({ id, label, value, currency, error, hint, sx, onChange }: AmountFieldProps) {
  const { cents, message } = parseTypedAmount(value);
  // An empty field shows no error yet.
  const shownError = value.trim() ? (message ?? error) : undefined;
  const understood = cents !== undefined && formatNamedMoney(toAmount(cents), currency);
  return (
    <TextField
      size="small"
      id={id}
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={Boolean(shownError)}
      helperText={shownError ?? [understood, hint].filter(Boolean).join(' · ')}
      sx={sx}
      slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: 20, autoComplete: 'off' } }}
    />
  );
}

/** The optional note of a decision. */
export function NoteField({ value, onChange }: { value: string; onChange: (note: string) => void }) {
  const label = useTexts('resources.reconcile.match');
  const error = matchNoteRule(value, {});
  return (
    <TextField
      size="small"
      label={label('note')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={Boolean(error)}
      helperText={error ?? label('noteHint')}
    />
  );
}

/** The reasons for which the server has refused fields of a decision. */
export const Refusals = ({ of, mt }: { of: (string | undefined)[]; mt?: number }) =>
  of.filter(Boolean).map((message) => (
    <Typography key={message} color="error" role="alert" sx={{ mt }}>
      {message}
    </Typography>
  ));
