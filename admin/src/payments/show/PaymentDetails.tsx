import type { ReactNode } from 'react';
import { FunctionField, SimpleShowLayout, TextField, useRecordContext, useReference } from 'react-admin';
import type { Theme } from '@mui/material';
import { formatDay } from '#domain/platform/dates';
import { languageNames } from '#domain/platform/languages';
import { locationName, regionName } from '#domain/places/locations';
import { currencyNames } from '#domain/platform/money';
import { humanize } from '#domain/platform/humanize';
import { paymentMethodName } from '#domain/payments/payments';
import type { AcceptedTerms } from '#domain/payments/terms';
import { formatFieldValue } from '../../ui/common/formatFieldValue.js';
import { DateField } from '../../ui/common/fields.js';
import { EmailText } from '#browser/EmailText';
import type { CustomerRecord, PaymentRecord } from '../../data/records.js';
import { Section } from '../../ui/common/Section.js';
import { RecordedOtherwise, typedDifferently } from '../../customers/fields.js';
import { pageQuery } from '../../data/queryClient.js';
import { Caption, PaymentAmount } from '../../ui/fields/payments/fields.js';
import { keysOf, textsOf, useTranslate } from '../../ui/i18n/useTranslate.js';

/** The version, the time and the language in which the visitor has accepted the terms. */
function AcceptedTermsText({ version, language }: AcceptedTerms) {
  const translate = useTranslate();
  const words = { version, language: languageNames[language] };
  return (
    <>
      {translate('resources.payments.show.termsVersion', words)}
      <Caption>
        <DateField source="acceptedTerms.at" showTime />
      </Caption>
    </>
  );
}

/** A heading among the fields, whose labels are one column. */
const withHeading = ({ typography }: Theme) => ({
  '& .RaSimpleShowLayout-stack h3': { ...typography.h3, gridColumn: '1 / -1', margin: '8px 0 0' },
});

/** Everything that is recorded about the payment, including the visitor's input. */
export function PaymentDetails() {
  const translate = useTranslate();
  const label = textsOf(translate, 'resources.payments.show');
  const payment = useRecordContext<PaymentRecord>();
  const id = payment?.customerId;
  // The customer's card reports a failure.
  const { referenceRecord: customer } = useReference<CustomerRecord>({
    reference: 'customers',
    id: id ?? '',
    options: { ...pageQuery, enabled: Boolean(id) },
  });
  if (!payment) return null;
  const of = keysOf('resources.payments.show');
  const more = Object.entries(payment.paymentDetails ?? {}).filter(
    ([, value]) => value !== null && value !== '',
  );
  const differing = new Map(
    customer
      ? typedDifferently(payment.paymentDetails, customer).map(({ field, recorded }) => [field, recorded])
      : [],
  );
  const [yes, no] = [translate('ra.boolean.true'), translate('ra.boolean.false')];
  const words = { nothing: label('notProvided'), yes, no };
  const text = (key: string, value: unknown): ReactNode => {
    if (key === 'email') return <EmailText email={String(value)} />;
    if (key === 'country') return locationName({ country: String(value) });
    if (key === 'province' || key === 'state')
      return regionName({ country: String(payment.paymentDetails?.country), [key]: String(value) });
    return typeof value === 'boolean' ? (value ? yes : no) : String(value);
  };

  return (
    <Section title={label('details')}>
      <SimpleShowLayout sx={withHeading}>
        <TextField source="transactionId" label={of('transactionId')} emptyText="resources.payments.none" />
        <FunctionField
          label={of('type')}
          render={() => paymentMethodName(payment.paymentType || payment.paymentMethod)}
        />
        <FunctionField label={of('amount')} render={() => <PaymentAmount />} />
        <FunctionField source="currency" render={() => currencyNames.THB} />
        <DateField source="createdAt" label={of('paymentDate')} />
        <FunctionField label={of('transferDate')} render={() => formatDay(payment.transferDate)} />
        <TextField source="transferReference" />
        <DateField source="updatedAt" label={of('updatedAt')} showTime />
        <TextField source="notes" />
        {payment.acceptedTerms && (
          <FunctionField
            label={of('acceptedTerms')}
            render={() => <AcceptedTermsText {...payment.acceptedTerms!} />}
          />
        )}
        {more.length > 0 && <h3>{label('more')}</h3>}
        {more.map(([key, value]) => (
          <FunctionField
            key={key}
            label={humanize(key)}
            render={() => (
              <>
                <span>{text(key, value)}</span>
                {differing.has(key) && (
                  <RecordedOtherwise value={formatFieldValue(key, differing.get(key), words)} />
                )}
              </>
            )}
          />
        ))}
      </SimpleShowLayout>
    </Section>
  );
}
