import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { type ChangeEvent, useState } from 'react';
import {
  DateInput,
  RadioButtonGroupInput,
  SelectInput,
  TextInput,
  useDataProvider,
  useNotify,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import {
  type LedgerDirection,
  ledgerDirections,
  ledgerRules,
  type MoneyInput,
  type PaymentLedger,
} from '#domain/ledgerCalls';
import { messages } from '#domain/messages';
import { formatNamedMoney, plainAmount, toAmount } from '#domain/money';
import { asText } from '#domain/rules';
import { parseTypedAmount } from '#domain/typedAmount';
import { handWayNames, handWays } from '#domain/ways';
import { newKey } from '#browser/newKey';
import type { dataProvider } from '../../data/dataProvider.js';
import type { PaymentRecord } from '../../data/paymentMethods.js';
import { useToday } from '../../data/useCalendar.js';
import { useWrite } from '../../data/useWrite.js';
import { FormDialog } from '../../ui/forms/FormDialog.js';
import { isConflict } from '../../ui/undo/undo.js';

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

/** The form's values: the amount is the text that was typed. */
interface TypedMoney extends Pick<MoneyInput, 'kind' | 'way' | 'day'> {
  amount: string;
  note?: string | null;
}

/** The number of a typed amount; NaN of a text that is none. */
function typedAmount(text: unknown): { value: number; message?: string | undefined } {
  const { cents, message } = parseTypedAmount(asText(text));
  return { value: cents === undefined ? NaN : toAmount(cents), message };
}

function amountRule(text: unknown): string | undefined {
  const { value, message } = typedAmount(text);
  return message ?? ledgerRules.amount(value, {});
}

const wayChoices = handWays.map((id) => ({ id, name: handWayNames[id] }));

/** The most that may still come in, or go back, as it is typed. */
const mostOf = (ledger: PaymentLedger, kind: LedgerDirection) =>
  kind === 'receipt' ? ledger.receivable : ledger.refundable;

const allOf = (ledger: PaymentLedger, kind: LedgerDirection): string =>
  mostOf(ledger, kind) > 0 ? plainAmount(mostOf(ledger, kind)) : '';

function MoneyInputs({ ledger, today }: { ledger: PaymentLedger; today: string }) {
  const translate = useTranslate();
  const { setValue, clearErrors } = useFormContext();
  const [kind, typed] = useWatch<TypedMoney, ['kind', 'amount']>({ name: ['kind', 'amount'] });
  const label = (name: string, options?: object) =>
    translate(`resources.payments.money.record.${name}`, options);
  const money = (value: number) => formatNamedMoney(value, ledger.currency);
  const { value } = typedAmount(typed);
  return (
    <>
      <RadioButtonGroupInput
        source="kind"
        label={label('kind')}
        helperText={false}
        choices={ledgerDirections.map((id) => ({
          ...{ id, name: label(`kinds.${id}`), disabled: mostOf(ledger, id) <= 0 },
        }))}
        translateChoice={false}
        onChange={(event: ChangeEvent<HTMLInputElement>) => {
          setValue('amount', allOf(ledger, event.target.value as LedgerDirection));
          clearErrors();
        }}
      />
      <TextInput
        source="amount"
        label={label('amount', { currency: ledger.currency })}
        // Says which amount it has understood.
        helperText={[
          !Number.isNaN(value) && money(value),
          label(`most.${kind}`, { amount: money(mostOf(ledger, kind)) }),
        ]
          .filter(Boolean)
          .join(' · ')}
        validate={amountRule}
        autoComplete="off"
        slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: 20 } }}
      />
      <SelectInput
        source="way"
        isRequired
        label={<>{label('way')}</>}
        helperText={false}
        choices={wayChoices}
        translateChoice={false}
        validate={ledgerRules.way}
      />
      <DateInput
        source="day"
        label={label('day')}
        helperText={false}
        validate={ledgerRules.day}
        slotProps={{ htmlInput: { max: today } }}
      />
      <TextInput
        source="note"
        label={label('note')}
        helperText={label('noteHint')}
        validate={ledgerRules.note}
      />
    </>
  );
}

/** The form of money that came in or went back by cash, cheque or otherwise: all of what may, or a part. */
function RecordMoneyDialog({ ledger, onClose }: RecordMoneyDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const payment = useRecordContext<PaymentRecord>();
  const { recordMoney } = useDataProvider<typeof dataProvider>();
  const today = useToday();
  const [key] = useState(newKey);
  // A repeated call is the same one, until a colleague's change was seen.
  const [version, setVersion] = useState(payment?.version ?? 0);
  const kind: LedgerDirection = ledger.receivable > 0 ? 'receipt' : 'refund';
  const save = useWrite({
    mutationKey: ['payments', 'recordMoney'],
    mutationFn: (input: MoneyInput) => recordMoney(payment?.id ?? '', input, key),
    onSuccess: (_saved, input) => {
      notify(`resources.payments.money.recorded.${input.kind}`, {
        type: 'success',
        messageArgs: { amount: formatNamedMoney(input.amount, ledger.currency) },
      });
      onClose();
    },
  });
  const send = ({ amount, note, ...typed }: TypedMoney) => {
    const current = isConflict(save.error) && payment ? payment.version : version;
    setVersion(current);
    return save.mutateAsync({
      ...{ ...typed, amount: typedAmount(amount).value, version: current },
      ...(asText(note) && { note: asText(note) }),
    });
  };
  return (
    <FormDialog<TypedMoney>
      title={translate('resources.payments.money.record.title')}
      submit={({ kind: chosen = kind }) => `resources.payments.money.record.submit.${chosen}`}
      defaultValues={{ kind, way: 'cash', amount: allOf(ledger, kind), day: today }}
      write={{ ...save, mutateAsync: send }}
      failure={messages.recordMoney}
      onClose={onClose}
    >
      <MoneyInputs ledger={ledger} today={today} />
    </FormDialog>
  );
}
