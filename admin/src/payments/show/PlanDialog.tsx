import AddIcon from '@mui/icons-material/Add';
import RemoveIcon from '@mui/icons-material/RemoveCircleOutlined';
import { Box, Button, IconButton, Typography } from '@mui/material';
import { DateInput, TextInput } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { formatDay } from '#domain/platform/dates';
import { messages } from '#domain/platform/messages';
import { formatNamedMoney, plainAmount, sum } from '#domain/platform/money';
import { planErrors, type PlanInput, planLength, storedPlan } from '#domain/payments/plan';
import type { PlannedPart } from '#domain/payments/plan-parts';
import { asText } from '#domain/platform/rules';
import { typedNumber } from '#domain/platform/typed-amount';
import { failureMessage } from '#browser/http';
import { Hint } from '../../ui/common/fields.js';
import type { PaymentRecord } from '../../data/records.js';
import { useToday } from '../../data/useCounts.js';
import { FormDialog } from '../../ui/forms/FormDialog.js';
import { useFormFailure } from '../../ui/forms/WriteForm.js';
import { useTexts, useTranslate } from '../../ui/i18n/useTranslate.js';
import { useCall, useWrite } from '../../data/useCall.js';
import { useOfferUndo, useTellFailure } from '../../ui/undo/undo.js';
import { statusParts } from '../change-status/useSetPaymentStatus.js';

type Change = Omit<PlanInput, 'version'> & {
  /** The payment as on the screen. */
  payment: PaymentRecord;
};

/** Sets the plan of a payment, or ends it, and offers to put the former one back. */
function useSetPlan(onDone: () => void) {
  const call = useCall();
  const translate = useTranslate();
  const offerUndo = useOfferUndo();
  const tellFailure = useTellFailure();
  const send = ({ payment: { id, version }, ...input }: Change) =>
    call('PUT /payments/{id}/plan', { id, body: { ...input, version } });
  const undo = useWrite({
    mutationKey: ['payments', 'setPlan'],
    mutationFn: send,
    done: ({ referenceNumber: reference }) => ['resources.payments.plan.undone', { reference }],
    onError: (error, { payment: { referenceNumber } }) =>
      tellFailure(error, failureMessage(error, messages.setPlan), referenceNumber),
  });
  return useWrite({
    mutationKey: ['payments', 'setPlan'],
    mutationFn: send,
    onSuccess: (saved, { payment: before }) => {
      const { id, version, referenceNumber, plan } = saved;
      onDone();
      if (version === before.version) return;
      const former = before.plan
        ? { plan: storedPlan(before.plan) }
        : { plan: null, transferDate: before.transferDate ?? null };
      offerUndo({
        message: translate(`resources.payments.plan.${plan ? 'changed' : 'ended'}`, {
          reference: referenceNumber,
          parts: plan?.length,
        }),
        parts: statusParts([{ id, version }]),
        undo: () => undo.mutateAsync({ payment: saved, ...former }),
      });
    },
  });
}

/** A row of the form: the amount is the text that was typed. */
interface TypedPart {
  amount?: string | null;
  due?: string | null;
}

interface TypedPlan {
  plan?: TypedPart[];
}

/** Returns the parts that were typed; the amount of a text that is none is NaN. */
const partsOf = (typed: readonly TypedPart[] = []): PlannedPart[] =>
  typed.map(({ amount, due }) => ({ amount: typedNumber(amount).value, due: asText(due) }));

/** The sum of the amounts that can be read. */
const sumOf = (parts: readonly PlannedPart[]): number =>
  sum(parts.map(({ amount }) => (Number.isNaN(amount) ? 0 : amount)));

const missingOf = (payment: PaymentRecord, typed: readonly TypedPart[] | undefined): number =>
  sum([payment.amount, -sumOf(partsOf(typed))]);

interface PartRowProps {
  payment: PaymentRecord;
  index: number;
  /** Removes the row; undefined where there are no more than a plan needs. */
  onRemove: (() => void) | undefined;
}

/** The two inputs of a part, beside one another where there is room, and the button that removes it. */
function PartRow({ payment, index, onRemove }: PartRowProps) {
  const label = useTexts('resources.payments.plan');
  const today = useToday();
  const name = label('remove', { number: index + 1 });
  const path = `plan.${index}`;
  const ruleOf = (field: keyof TypedPart) => (_value: unknown, values: TypedPlan) =>
    planErrors(partsOf(values.plan), payment, today)[`${path}.${field}`];
  return (
    <Box
      role="group"
      aria-label={label('group', { number: index + 1 })}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 1, mr: -1 }}
    >
      <TextInput
        source={`${path}.amount`}
        label={label('amountOf', { currency: payment.currency })}
        validate={ruleOf('amount')}
        autoComplete="off"
        sx={{ flex: '1 1 7rem', minWidth: 0 }}
        slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: 20 }, inputLabel: { shrink: true } }}
      />
      {/* As wide as a whole date: on a phone, the amount is above it. */}
      <Box sx={{ flex: '2 1 14rem', display: 'flex', alignItems: 'flex-start', gap: 1 }}>
        <DateInput source={`${path}.due`} label={label('day')} validate={ruleOf('due')} />
        <IconButton aria-label={name} title={name} disabled={!onRemove} onClick={onRemove}>
          <RemoveIcon />
        </IconButton>
      </Box>
    </Box>
  );
}

/** The parts of the form, with a button for another one. */
function PartRows({ payment }: { payment: PaymentRecord }) {
  const translate = useTranslate();
  const { setValue } = useFormContext();
  const parts = useWatch<TypedPlan, 'plan'>({ name: 'plan' }) ?? [];
  const set = (plan: TypedPart[]) => setValue('plan', plan, { shouldDirty: true });
  return (
    <>
      {parts.map((_, index) => (
        <PartRow
          // A row is its place: the values are the form's.
          key={index}
          payment={payment}
          index={index}
          onRemove={
            parts.length > planLength.least ? () => set(parts.filter((_part, at) => at !== index)) : undefined
          }
        />
      ))}
      <Button
        size="small"
        startIcon={<AddIcon />}
        disabled={parts.length >= planLength.most}
        onClick={() => set([...parts, { amount: '', due: '' }])}
        sx={{ alignSelf: 'flex-start' }}
      >
        {translate('resources.payments.plan.add')}
      </Button>
    </>
  );
}

/** The amount that the parts lack of the payment, as they are typed, and a button that gives it to the last one. */
function Missing({ payment }: { payment: PaymentRecord }) {
  const label = useTexts('resources.payments.plan');
  const { setValue } = useFormContext();
  const typed = useWatch<TypedPlan, 'plan'>({ name: 'plan' }) ?? [];
  const missing = missingOf(payment, typed);
  const rest = sum([payment.amount, -sumOf(partsOf(typed.slice(0, -1)))]);
  const money = (amount: number) => formatNamedMoney(amount, payment.currency);
  const text =
    missing === 0
      ? label('whole', { amount: money(payment.amount) })
      : label(missing > 0 ? 'missing' : 'tooMuch', { amount: money(Math.abs(missing)) });
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: 36 }}>
      <Typography
        role="status"
        variant="body2"
        color={missing === 0 ? 'text.secondary' : 'error'}
        sx={{ flex: 1, fontVariantNumeric: 'tabular-nums' }}
      >
        <span>{text}</span>
      </Typography>
      <Button
        size="small"
        disabled={missing === 0 || rest <= 0}
        onClick={() => setValue(`plan.${typed.length - 1}.amount`, plainAmount(rest), { shouldDirty: true })}
      >
        {label('rest')}
      </Button>
    </Box>
  );
}

interface PlanInputsProps {
  payment: PaymentRecord;
  onceBy: string;
  onOnce: () => Promise<unknown>;
}

function PlanInputs({ payment, onceBy, onOnce }: PlanInputsProps) {
  const label = useTexts('resources.payments.plan');
  const tellFailure = useFormFailure();
  return (
    <>
      <PartRows payment={payment} />
      <Missing payment={payment} />
      {payment.plan && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Hint sx={{ flex: '1 1 14rem' }}>
            <span>{label('onceHint', { day: formatDay(onceBy) })}</span>
          </Hint>
          <Button size="small" onClick={() => tellFailure(onOnce())}>
            {label('once')}
          </Button>
        </Box>
      )}
    </>
  );
}

/** Sets or changes in which parts a payment is to be paid, or ends its plan. */
export function PlanDialog({ payment, onClose }: { payment: PaymentRecord; onClose: () => void }) {
  const label = useTexts('resources.payments.plan');
  const change = useSetPlan(onClose);
  const send = ({ plan }: TypedPlan) => change.mutateAsync({ payment, plan: partsOf(plan) });
  const former = payment.plan?.map(({ amount, due }) => ({ amount: plainAmount(amount), due }));
  const first = payment.transferDate?.slice(0, 10) ?? '';
  return (
    <FormDialog<TypedPlan>
      title={label(former ? 'change' : 'make')}
      text={label('text', { reference: payment.referenceNumber })}
      defaultValues={{
        plan: former ?? [
          { amount: '', due: first },
          { amount: '', due: '' },
        ],
      }}
      keepsDefaults
      write={{ ...change, mutateAsync: send }}
      isReady={({ plan }) => missingOf(payment, plan) === 0}
      maxWidth="sm"
      onClose={onClose}
    >
      <PlanInputs
        payment={payment}
        onceBy={former?.at(-1)?.due ?? ''}
        onOnce={() => change.mutateAsync({ payment, plan: null })}
      />
    </FormDialog>
  );
}
