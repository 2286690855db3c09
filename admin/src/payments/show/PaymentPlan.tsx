import EditIcon from '@mui/icons-material/EditOutlined';
import { Typography } from '@mui/material';
import { useRecordContext } from 'react-admin';
import { formatDay } from '#domain/platform/dates';
import { formatNamedMoney } from '#domain/platform/money';
import type { Tone } from '#domain/platform/colors';
import { agreedQuote } from '#domain/payments/payments';
import type { PartState, PlanPart } from '#domain/payments/plan-parts';
import type { PaymentRecord } from '../../data/records.js';
import { DialogButton } from '../../ui/common/buttons.js';
import { lazyPart } from '../../ui/common/lazyPart.js';
import { Section } from '../../ui/common/Section.js';
import { Table } from '../../ui/common/Table.js';
import { ToneChip } from '../../ui/common/fields.js';
import { Caption } from '../../ui/fields/payments/fields.js';
import { useTexts } from '../../ui/i18n/useTranslate.js';
import { Permitted } from '../../ui/page/Permitted.js';

/** The form of a plan, whose inputs no other screen has. */
export const PlanDialog = lazyPart(() => import('./PlanDialog.js'), 'PlanDialog');

const tones: Record<PartState, Tone> = {
  paid: 'success',
  overdue: 'error',
  partly: 'warning',
  due: 'neutral',
};

function PlanRow({ part, number }: { part: PlanPart; number: number }) {
  const label = useTexts('resources.payments.plan');
  const payment = useRecordContext<PaymentRecord>();
  if (!payment) return null;
  const money = (amount: number) => formatNamedMoney(amount, payment.currency);
  const shown = agreedQuote(payment);
  return (
    <tr>
      <td>{label('number', { number, parts: payment.plan?.length })}</td>
      <td data-nowrap>{formatDay(part.due)}</td>
      <td>{part.state && <ToneChip name={label(`states.${part.state}`)} tone={tones[part.state]} />}</td>
      <td data-align="right" data-below data-label={label('amount')}>
        <span>
          <span translate="no">{money(part.amount)}</span>
          {shown && part.quoted !== undefined && (
            <Caption>{label('quoted', { amount: formatNamedMoney(part.quoted, shown.currency) })}</Caption>
          )}
        </span>
      </td>
      <td data-align="right" data-below data-label={label('open')} translate="no">
        {money(part.open)}
      </td>
    </tr>
  );
}

/** The parts of the payment in context, what is open of each, and what is asked for now. */
export function PaymentPlan() {
  const label = useTexts('resources.payments.plan');
  const payment = useRecordContext<PaymentRecord>();
  if (!payment?.plan) return null;
  const { plan, askedNow, currency, status } = payment;
  return (
    <Section
      title={label('title')}
      flush
      action={
        status === 'pending' && (
          <Permitted to="write" resource="payments">
            <DialogButton
              size="small"
              startIcon={<EditIcon />}
              dialog={(close) => <PlanDialog payment={payment} onClose={close} />}
            >
              {label('change')}
            </DialogButton>
          </Permitted>
        )
      }
    >
      {askedNow && (
        <Typography sx={{ px: 2, pb: 2 }}>
          <span>
            {label(plan.some(({ state }) => state === 'overdue') ? 'late' : 'asked', {
              amount: formatNamedMoney(askedNow.amount, currency),
              day: formatDay(askedNow.due),
            })}
          </span>
        </Typography>
      )}
      <Table
        aria-label={label('title')}
        data-whole-words
        data-stacked
        columns={[label('part'), label('day'), label('state')]}
        numbers={[label('amount'), label('open')]}
      >
        <tbody>
          {plan.map((part, index) => (
            <PlanRow key={part.due} part={part} number={index + 1} />
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
