import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useDataProvider, useNotify, useRecordContext, useTranslate } from 'react-admin';
import {
  type LedgerDirection,
  ledgerDirections,
  ledgerRules,
  type MoneyInput,
  type PaymentLedger,
} from '#domain/ledgerCalls';
import { messages } from '#domain/messages';
import { formatNamedMoney, plainAmount, toAmount } from '#domain/money';
import { parseTypedAmount } from '#domain/typedAmount';
import { type HandWay, handWayNames, handWays } from '#domain/ways';
import { errorMessage, HttpError } from '../../../../browser/http.js';
import { newKey } from '../../../../browser/newKey.js';
import type { dataProvider, PaymentRecord } from '../../data/dataProvider.js';
import { useToday } from '../../data/useCalendar.js';
import { useWrite } from '../../data/useWrite.js';
import { AmountField } from '../../ui/common/AmountField.js';
import { FormDialog } from '../../ui/common/FormDialog.js';
import { isConflict } from '../../ui/undo/refusals.js';

/** Opens the form of money by cash, cheque or otherwise; disabled where nothing may come in or go back. */
export function RecordMoneyButton({ ledger }: { ledger: PaymentLedger }) {
  const translate = useTranslate();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        startIcon={<AddIcon />}
        disabled={ledger.receivable <= 0 && ledger.refundable <= 0}
        onClick={() => setIsOpen(true)}
      >
        {translate('resources.payments.money.record.title')}
      </Button>
      {isOpen && <RecordMoneyDialog ledger={ledger} onClose={() => setIsOpen(false)} />}
    </>
  );
}

interface RecordMoneyDialogProps {
  ledger: PaymentLedger;
  onClose: () => void;
}

type Field = 'kind' | 'way' | 'amount' | 'day' | 'note';
type Errors = Partial<Record<Field, string>>;

/** The form of money that came in or went back by cash, cheque or otherwise: all of what may, or a part. */
function RecordMoneyDialog({ ledger, onClose }: RecordMoneyDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const payment = useRecordContext<PaymentRecord>();
  const { recordMoney } = useDataProvider<typeof dataProvider>();
  const today = useToday();
  const most = { receipt: ledger.receivable, refund: ledger.refundable };
  const [kind, setKind] = useState<LedgerDirection>(most.receipt > 0 ? 'receipt' : 'refund');
  const [way, setWay] = useState<HandWay>('cash');
  // Undefined until it is typed: all that may come in, or go back.
  const [typed, setTyped] = useState<string>();
  const [typedDay, setDay] = useState<string>();
  const day = typedDay ?? today;
  const [note, setNote] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const [key] = useState(newKey);
  // A repeated call is the same one, until a colleague's change was seen.
  const [version, setVersion] = useState(payment?.version ?? 0);
  const amount = typed ?? (most[kind] > 0 ? plainAmount(most[kind]) : '');
  const label = (name: string, options?: object) =>
    translate(`resources.payments.money.record.${name}`, options);
  const money = (value: number) => formatNamedMoney(value, ledger.currency);

  const save = useWrite({
    mutationKey: ['payments', 'recordMoney'],
    mutationFn: (input: MoneyInput) => recordMoney(payment?.id ?? '', input, key),
    onSuccess: (_saved, input) => {
      notify(`resources.payments.money.recorded.${input.kind}`, {
        type: 'success',
        messageArgs: { amount: money(input.amount) },
      });
      onClose();
    },
    onError: (error) => setErrors(error instanceof HttpError ? (error.body.errors ?? {}) : {}),
  });
  const hasConflict = isConflict(save.error);
  const submit = () => {
    const { cents, message } = parseTypedAmount(amount);
    const current = hasConflict && payment ? payment.version : version;
    setVersion(current);
    const input: MoneyInput = {
      ...{ kind, way, day, amount: cents === undefined ? NaN : toAmount(cents), version: current },
      ...(note.trim() && { note: note.trim() }),
    };
    const found = Object.entries(ledgerRules).flatMap(([field, rule]) => {
      const fault = (field === 'amount' && message) || rule(input[field as Field], input);
      return fault ? [[field, fault]] : [];
    });
    setErrors(Object.fromEntries(found) as Errors);
    if (!found.length) save.mutate(input);
  };
  const edit = (field: Field) => {
    setErrors((known) => ({ ...known, [field]: undefined }));
    // The reason of a conflict stays until the form is sent again.
    if (!hasConflict) save.reset();
  };
  const shownErrors = Object.values(errors).some(Boolean) && !hasConflict;

  return (
    <FormDialog
      title={label('title')}
      submit={label(`submit.${kind}`)}
      error={save.error && !shownErrors ? errorMessage(save.error, messages.recordMoney) : undefined}
      isPending={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <RadioGroup
        row
        aria-label={label('kind')}
        value={kind}
        onChange={(_event, value) => {
          setKind(value as LedgerDirection);
          setTyped(undefined);
          edit('kind');
          edit('amount');
        }}
        sx={{ mt: 1 }}
      >
        {ledgerDirections.map((one) => (
          <FormControlLabel
            key={one}
            value={one}
            control={<Radio />}
            disabled={most[one] <= 0}
            label={label(`kinds.${one}`)}
          />
        ))}
      </RadioGroup>
      <Stack spacing={2} sx={{ mt: 1 }}>
        <AmountField
          id="money-amount"
          label={label('amount', { currency: ledger.currency })}
          value={amount}
          currency={ledger.currency}
          error={errors.amount}
          hint={label(`most.${kind}`, { amount: money(most[kind]) })}
          onChange={(text) => {
            setTyped(text);
            edit('amount');
          }}
        />
        <TextField
          select
          size="small"
          id="money-way"
          label={label('way')}
          value={way}
          onChange={(event) => {
            setWay(event.target.value as HandWay);
            edit('way');
          }}
          error={Boolean(errors.way)}
          helperText={errors.way}
        >
          {handWays.map((one) => (
            <MenuItem key={one} value={one}>
              {handWayNames[one]}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          type="date"
          size="small"
          id="money-day"
          label={label('day')}
          value={day}
          onChange={(event) => {
            setDay(event.target.value);
            edit('day');
          }}
          error={Boolean(errors.day)}
          helperText={errors.day}
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { max: today } }}
        />
        <TextField
          size="small"
          id="money-note"
          label={label('note')}
          value={note}
          onChange={(event) => {
            setNote(event.target.value);
            edit('note');
          }}
          error={Boolean(errors.note)}
          helperText={errors.note ?? label('noteHint')}
        />
      </Stack>
    </FormDialog>
  );
}
