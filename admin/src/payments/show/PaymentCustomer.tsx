import PersonIcon from '@mui/icons-material/PersonOutlined';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useGetOne, useRecordContext, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { locationName } from '#domain/locations';
import { messages } from '#domain/messages';
import { EmailLink } from '../../ui/common/EmailLink.js';
import { PhoneLink } from '../../ui/common/PhoneLink.js';
import { Copyable } from '../../ui/common/Copyable.js';
import { Details } from '../../ui/common/Details.js';
import { ErrorAlert } from '../../ui/common/ErrorAlert.js';
import { Section } from '../../ui/common/Section.js';
import type { CustomerRecord, PaymentRecord } from '../../data/dataProvider.js';
import { HttpError } from '../../../../browser/http.js';
import { customerPath } from '../../ui/paths.js';

/** The payer; empty if the customer was deleted. */
export function PaymentCustomer() {
  const translate = useTranslate();
  const payment = useRecordContext<PaymentRecord>();
  const id = payment?.customerId;
  const {
    data: customer,
    error,
    refetch,
  } = useGetOne<CustomerRecord>('customers', { id }, { enabled: Boolean(id) });
  if (!id || (error instanceof HttpError && error.status === 404)) return null;
  const label = (name: string) => translate(`resources.payments.show.${name}`);

  return (
    <Section title={label('customer')} isBusy={!customer && !error}>
      {error && !customer ? (
        <ErrorAlert error={error} fallback={messages.fetchCustomer} onRetry={() => void refetch()} />
      ) : customer ? (
        <>
          <Details
            stacked
            rows={[
              [label('name'), customer.fullName],
              [
                label('email'),
                <Copyable key="email" text={customer.email} name={label('email')}>
                  <EmailLink email={customer.email} />
                </Copyable>,
              ],
              [
                label('phone'),
                customer.phone ? <PhoneLink key="phone" phone={customer.phone} /> : label('notProvided'),
              ],
              [label('location'), locationName(customer)],
            ]}
          />
          <Button
            variant="outlined"
            fullWidth
            component={Link}
            to={customerPath(customer.id)}
            startIcon={<PersonIcon />}
            sx={{ mt: 1 }}
          >
            {label('viewCustomer')}
          </Button>
        </>
      ) : (
        <Skeleton variant="rounded" height={204} />
      )}
    </Section>
  );
}
