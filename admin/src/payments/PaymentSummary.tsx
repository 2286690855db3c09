import { Fragment } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import { Details } from '../common/Details.js';
import { Section } from '../common/Section.js';
import type { PaymentRecord } from '../dataProvider.js';
import { PaymentDate, PaymentMethodName, PaymentStatusChip } from './fields.js';
import { PaymentAmount } from './PaymentAmount.js';
import { PaymentQuote } from './PaymentQuote.js';

/** The payment in five lines. */
export function PaymentSummary() {
  const translate = useTranslate();
  const payment = useRecordContext<PaymentRecord>();
  if (!payment) return null;
  const label = (name: string) => translate(`resources.payments.show.${name}`);
  return (
    <Section title={label('summary')}>
      <Details
        stacked
        rows={[
          [
            label('amount'),
            <Fragment key="amount">
              <PaymentAmount />
              <PaymentQuote />
            </Fragment>,
          ],
          [label('reference'), payment.referenceNumber],
          [label('method'), <PaymentMethodName key="method" />],
          [label('date'), <PaymentDate key="date" />],
          [label('status'), <PaymentStatusChip key="status" />],
        ]}
      />
    </Section>
  );
}
