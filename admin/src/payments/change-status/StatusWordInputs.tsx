import { Box } from '@mui/material';
import { DateInput, SelectInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { PaymentStatus } from '#domain/payments/payments';
import { statusWordErrors } from '#domain/payments/status-words';
import { handWayNames, handWays, type StatusWords } from '#domain/ledger/ways';
import { useToday } from '../../data/useCounts.js';
import { useTexts } from '../../ui/i18n/useTranslate.js';

const ways = handWays.map((id) => ({ id, name: handWayNames[id] }));

/** The words that are said in a form; what is not said is missing. */
export const saidWords = ({ receivedOn, way }: StatusWords): StatusWords => ({
  ...(receivedOn && { receivedOn }),
  ...(way && { way }),
});

/** Two optional fields beside a status that tells of money: the day on which it came or went, and its way. */
export function StatusWordInputs({ status }: { status: PaymentStatus }) {
  const label = useTexts('resources.payments.words');
  const today = useToday();
  const way: unknown = useWatch({ name: 'way' });
  const rule = (field: keyof StatusWords) => (_value: unknown, form: StatusWords) =>
    statusWordErrors(saidWords(form), today)[field];
  const isRefund = status === 'refunded';
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, columnGap: 2 }}>
      <DateInput
        source="receivedOn"
        label={label('receivedOn')}
        helperText={label(isRefund ? 'wentOnHint' : 'receivedOnHint')}
        validate={rule('receivedOn')}
        slotProps={{ htmlInput: { max: today } }}
      />
      <SelectInput
        source="way"
        label={label('way')}
        choices={ways}
        emptyText={label('notSaid')}
        helperText={label(way ? (isRefund ? 'recordsRefund' : 'recordsReceipt') : 'wayHint')}
        validate={rule('way')}
      />
    </Box>
  );
}
