import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { styled } from '@mui/material/styles';
import { useRecordContext, useTranslate } from 'react-admin';
import { plainAmount } from '#domain/money';
import { Copyable } from '../../ui/common/Copyable.js';
import type { PaymentRecord } from '../../data/dataProvider.js';
import { PaymentDate, PaymentMethodName, PaymentStatusChip, SaidSent } from '../../fields/payments/fields.js';
import { AttentionChips } from '../../fields/payments/AttentionChips.js';
import { AmountLabelledThb } from '../../fields/payments/AmountLabelledThb.js';
import { Caption } from '../../fields/payments/Caption.js';
import { RecordedCaption } from '../../fields/payments/RecordedCaption.js';
import { PriceCaption } from '../../fields/payments/PriceCaption.js';
import { PaymentQuote } from './PaymentQuote.js';

/** The payment in five facts: its amount and status first, and large. */
export function PaymentSummary() {
  const translate = useTranslate();
  const payment = useRecordContext<PaymentRecord>();
  if (!payment) return null;
  const label = (name: string) => translate(`resources.payments.show.${name}`);
  return (
    <Paper variant="outlined" component="section" aria-label={label('summary')} sx={{ p: 2, mb: 3 }}>
      <Facts>
        <div data-lead>
          <dt>{label('amount')}</dt>
          <dd>
            <Copyable text={plainAmount(payment.amount)} name={label('amount')}>
              <strong>
                <AmountLabelledThb />
              </strong>
            </Copyable>
            <RecordedCaption />
            <PaymentQuote />
            <PriceCaption />
          </dd>
        </div>
        <div data-status>
          <dt>{label('status')}</dt>
          <dd>
            <PaymentStatusChip />
            <Box sx={{ mt: 0.5 }}>
              <AttentionChips payment={payment} />
            </Box>
            <SaidSent />
          </dd>
        </div>
        <div>
          <dt>{label('reference')}</dt>
          <dd>
            {payment.referenceNumber && (
              <Copyable text={payment.referenceNumber} name={label('reference')}>
                {payment.referenceNumber}
              </Copyable>
            )}
            {!!payment.formerReferences?.length && (
              <Caption>
                {translate('resources.payments.show.formerReferences', {
                  references: payment.formerReferences.join(', '),
                })}
              </Caption>
            )}
          </dd>
        </div>
        <div>
          <dt>{label('method')}</dt>
          <dd>
            <PaymentMethodName />
          </dd>
        </div>
        <div>
          <dt>{label('date')}</dt>
          <dd>
            <PaymentDate />
          </dd>
        </div>
      </Facts>
    </Paper>
  );
}

const Facts = styled('dl')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '16px 40px',
  margin: 0,
  fontVariantNumeric: 'tabular-nums',
  dt: { color: theme.palette.text.secondary, fontSize: '0.875rem' },
  dd: { margin: 0, overflowWrap: 'anywhere' },
  '[data-lead] strong': { fontSize: '2rem', lineHeight: 1.25, fontWeight: 600 },
  // Takes the rest of the first line.
  '[data-status]': { flex: '1 1 50%' },
  '[data-status] > .MuiChip-root': {
    height: 34,
    borderRadius: 17,
    paddingInline: 8,
    fontSize: '1.0625rem',
    marginTop: 2,
  },
  [theme.breakpoints.down('sm')]: {
    gap: '12px 24px',
    '[data-lead] strong': { fontSize: '1.75rem' },
    '[data-status]': { flexBasis: '100%' },
  },
}));
