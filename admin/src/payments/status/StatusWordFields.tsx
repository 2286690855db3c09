import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'react-admin';
import type { PaymentStatus } from '#domain/payments';
import { handWayNames, handWays, type StatusWords } from '#domain/ways';
import { useToday } from '../../data/useCalendar.js';

export type StatusWordErrors = Partial<Record<keyof StatusWords, string>>;

interface StatusWordFieldsProps {
  status: PaymentStatus;
  words: StatusWords;
  errors: StatusWordErrors;
  /** Called with all words; one that is not said is missing. */
  onChange: (words: StatusWords) => void;
}

/** Two optional fields beside a status that tells of money: the day on which it came or went, and its way. */
export function StatusWordFields({ status, words, errors, onChange }: StatusWordFieldsProps) {
  const translate = useTranslate();
  const today = useToday();
  const { receivedOn = '', way = '' } = words;
  const label = (name: string) => translate(`resources.payments.words.${name}`);
  const say = (name: keyof StatusWords, value: string) => {
    const next: StatusWords = { ...words, [name]: value };
    if (!value) delete next[name];
    onChange(next);
  };
  const isRefund = status === 'refunded';
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, columnGap: 2 }}>
      <TextField
        type="date"
        margin="dense"
        id="status-received-on"
        label={label('receivedOn')}
        value={receivedOn}
        onChange={(event) => say('receivedOn', event.target.value)}
        error={Boolean(errors.receivedOn)}
        helperText={errors.receivedOn ?? label(isRefund ? 'wentOnHint' : 'receivedOnHint')}
        slotProps={{ inputLabel: { shrink: true }, htmlInput: { max: today } }}
      />
      <TextField
        select
        margin="dense"
        id="status-way"
        label={label('way')}
        value={way}
        onChange={(event) => say('way', event.target.value)}
        error={Boolean(errors.way)}
        helperText={errors.way ?? label(way ? (isRefund ? 'recordsRefund' : 'recordsReceipt') : 'wayHint')}
        slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
      >
        <MenuItem value="">{label('notSaid')}</MenuItem>
        {handWays.map((one) => (
          <MenuItem key={one} value={one}>
            {handWayNames[one]}
          </MenuItem>
        ))}
      </TextField>
    </Box>
  );
}
