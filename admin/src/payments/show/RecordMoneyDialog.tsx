import AddIcon from '@mui/icons-material/Add';
import { Alert } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useEffect, useState } from 'react';
import { DateInput, RadioButtonGroupInput, SelectInput, TextInput, useRecordContext } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import {
  type LedgerDirection,
  ledgerDirections,
  ledgerRules,
  type MoneyInput,
  moneyWayNames,
  type PaymentLedger,
} from '#domain/ledger/ledger-calls';
import { cardProviderNames, providerAddress } from '#domain/cards/cards';
import type { MoneyWay } from '#domain/ledger/ledger';
import { pages } from '#domain/platform/pages';
import { formatNamedMoney, plainAmount, sum } from '#domain/platform/money';
import { asText } from '#domain/platform/rules';
import { typedNumber } from '#domain/platform/typed-amount';
import { type HandWay, handWays } from '#domain/ledger/ways';
import { HttpError } from '#browser/http';
import { newKey } from '#browser/newKey';
import { useWrite } from '../../data/useCall.js';
import type { PaymentRecord } from '../../data/records.js';
import { useToday } from '../../data/useCounts.js';
import { DialogButton } from '../../ui/common/buttons.js';
import { ProviderLink } from '../../ui/fields/cards/fields.js';
import { TextLink } from '../../ui/common/fields.js';
import { FormDialog } from '../../ui/forms/FormDialog.js';
import { isConflict } from '../../ui/undo/undo.js';
import { useTexts, useTranslate } from '../../ui/i18n/useTranslate.js';

/** Opens the form of money by cash, cheque or otherwise; disabled where nothing may come in or go back. */
export function RecordMoneyButton({ ledger }: { ledger: PaymentLedger }) {
  const translate = useTranslate();
  return (
    <DialogButton
      size="small"
      startIcon={<AddIcon />}
      disabled={ledger.receivable <= 0 && ledger.refundable <= 0}
      dialog={(close) => <RecordMoneyDialog ledger={ledger} onClose={close} />}
    >
      {translate('resources.payments.money.record.title')}
    </DialogButton>
  );
}

interface RecordMoneyDialogProps {
  ledger: PaymentLedger;
  /** The only direction that it is opened for; both without it. */
  direction?: LedgerDirection;
  onClose: () => void;
}

/** The form's values: the amount is the text that was typed, the way may be one that is recorded elsewhere. */
interface TypedMoney extends Pick<MoneyInput, 'kind' | 'day'> {
  way: MoneyWay | '';
  amount: string;
  note?: string | null;
}

function amountRule(text: unknown): string | undefined {
  const { value, message } = typedNumber(text);
  return message ?? ledgerRules.amount(value, {});
}

/** The ways whose money is not recorded by hand: the bank's file and the card provider bring it. */
const isElsewhere = (way: MoneyWay | '' | undefined): way is 'bank' | 'card' =>
  way === 'bank' || way === 'card';

/** The way by which the money came last, which is likely the one by which it goes back; empty where none is known. */
const likelyWay = ({ entries }: PaymentLedger): MoneyWay | '' =>
  entries.findLast(({ kind, voided }) => kind === 'receipt' && !voided)?.way ?? '';

const presetWay = (ledger: PaymentLedger, kind: LedgerDirection): MoneyWay | '' =>
  kind === 'refund' ? likelyWay(ledger) : 'cash';

/** Says where the money of a way is recorded that is not recorded by hand, and leads there. */
function ElsewhereAlert({ way, kind }: { way: 'bank' | 'card'; kind: LedgerDirection }) {
  const card = useRecordContext<PaymentRecord>()?.card;
  const provider = card && cardProviderNames[card.provider];
  const address = card && providerAddress(card);
  const label = useTexts('resources.payments.money.record', { provider });
  return (
    <Alert severity="info">
      <span>{label(`elsewhere.${way}.${kind}`)}</span>{' '}
      {way === 'bank' && <TextLink to={pages.reconcile}>{label('toReconcile')}</TextLink>}
      {way === 'card' && provider && address && <ProviderLink address={address} provider={provider} />}
    </Alert>
  );
}

/** The most that may still come in, or go back, as it is typed. */
const mostOf = (ledger: PaymentLedger, kind: LedgerDirection) =>
  kind === 'receipt' ? ledger.receivable : ledger.refundable;

/** The amount that is proposed: the most, but for the fee of a cancelled payment. */
function allOf(ledger: PaymentLedger, kind: LedgerDirection): string {
  const most = mostOf(ledger, kind);
  const proposed = kind === 'refund' ? sum([most, -ledger.fee]) : most;
  return proposed > 0 ? plainAmount(proposed) : '';
}

interface MoneyInputsProps extends Pick<RecordMoneyDialogProps, 'ledger' | 'direction'> {
  today: string;
}

function MoneyInputs({ ledger, direction, today }: MoneyInputsProps) {
  const label = useTexts('resources.payments.money.record');
  const { setValue, clearErrors } = useFormContext();
  const [kind, typed, way] = useWatch<TypedMoney, ['kind', 'amount', 'way']>({
    name: ['kind', 'amount', 'way'],
  });
  const money = (value: number) => formatNamedMoney(value, ledger.currency);
  const { value } = typedNumber(typed);
  const likely = likelyWay(ledger);
  const ways: MoneyWay[] = ['bank', ...(likely === 'card' ? ([likely] as const) : []), ...handWays];
  return (
    <>
      {!direction && (
        <RadioButtonGroupInput
          source="kind"
          label={label('kind')}
          choices={ledgerDirections.map((id) => ({
            id,
            name: label(`kinds.${id}`),
            disabled: mostOf(ledger, id) <= 0,
          }))}
          onChange={(event: ChangeEvent<HTMLInputElement>) => {
            const chosen = event.target.value as LedgerDirection;
            setValue('amount', allOf(ledger, chosen));
            setValue('way', presetWay(ledger, chosen));
            clearErrors();
          }}
        />
      )}
      <SelectInput
        source="way"
        isRequired
        label={<>{label('way')}</>}
        choices={ways.map((id) => ({ id, name: moneyWayNames[id] }))}
        validate={ledgerRules.way}
      />
      {isElsewhere(way) ? (
        <ElsewhereAlert way={way} kind={kind} />
      ) : (
        <>
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
          <DateInput
            source="day"
            label={label('day')}
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
      )}
    </>
  );
}

/** Opens the form once the money is read that belongs to the payment on the screen, as it keeps what it proposes. */
export function RecordMoneyDialog(props: RecordMoneyDialogProps) {
  const { id = '', version = 0 } = useRecordContext<PaymentRecord>() ?? {};
  const client = useQueryClient();
  const isBehind = props.ledger.version < version;
  const [isOpen, setIsOpen] = useState(!isBehind);
  if (!isOpen && !isBehind) setIsOpen(true);
  useEffect(() => {
    if (isOpen) return;
    const read = client.refetchQueries({ queryKey: ['payments', 'money', id] }, { throwOnError: true });
    read.catch(() => setIsOpen(true));
  }, [isOpen, client, id]);
  return isOpen && <MoneyDialog {...props} />;
}

/** Returns whether an error says that the record was changed since it was read; other conflicts say what stands in the way. */
const isOutdated = (error: unknown): boolean => error instanceof HttpError && !!error.body.errors?.version;

/** The form of money that came in or went back by cash, cheque or otherwise: all of what may, or a part. */
function MoneyDialog({ ledger, direction, onClose }: RecordMoneyDialogProps) {
  const translate = useTranslate();
  const payment = useRecordContext<PaymentRecord>();
  const today = useToday();
  const [key] = useState(newKey);
  // A repeated call is the same one, until a colleague's change was seen.
  const [version, setVersion] = useState(payment?.version ?? 0);
  const kind: LedgerDirection = direction ?? (ledger.receivable > 0 ? 'receipt' : 'refund');
  const save = useWrite({
    mutationKey: ['payments', 'recordMoney'],
    mutationFn: (body: MoneyInput, call) =>
      call('POST /payments/{id}/ledger', { id: payment?.id ?? '', body, idempotencyKey: key }),
    done: (_saved, input) => [
      `resources.payments.money.recorded.${input.kind}`,
      { amount: formatNamedMoney(input.amount, ledger.currency) },
    ],
  });
  const send = ({ amount, note, way, ...typed }: TypedMoney) => {
    const current = isConflict(save.error) && payment ? payment.version : version;
    setVersion(current);
    return save.mutateAsync({
      // The rule of the field has let no other way through.
      ...typed,
      way: way as HandWay,
      amount: typedNumber(amount).value,
      version: current,
      ...(asText(note) && { note: asText(note) }),
    });
  };
  return (
    <FormDialog<TypedMoney>
      keeps={`money ${direction ?? ''}`}
      title={translate(`resources.payments.money.record.${direction === 'refund' ? 'refund' : 'title'}`)}
      isReady={({ way }) => !isElsewhere(way)}
      submit={({ kind: chosen = kind }) => `resources.payments.money.record.submit.${chosen}`}
      defaultValues={{ kind, way: presetWay(ledger, kind), amount: allOf(ledger, kind), day: today }}
      keepsDefaults
      write={{ ...save, mutateAsync: send }}
      failure={(error) =>
        isOutdated(error) ? translate('resources.payments.money.record.outdated') : (error as Error).message
      }
      onClose={onClose}
    >
      <MoneyInputs ledger={ledger} direction={direction} today={today} />
    </FormDialog>
  );
}
