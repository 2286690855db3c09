import EditIcon from '@mui/icons-material/EditOutlined';
import PersonIcon from '@mui/icons-material/PersonOutlined';
import SyncAltIcon from '@mui/icons-material/SyncAlt';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useGetOne, useRecordContext, useShowContext, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { contradictsCard } from '#domain/cards';
import { locationName } from '#domain/locations';
import { messages } from '#domain/messages';
import { formatNamedMoney, plainAmount } from '#domain/money';
import { differingQuote, type Payment, statusNames } from '#domain/payments';
import { HttpError } from '../../../../browser/http.js';
import type { CustomerRecord, PaymentRecord } from '../../data/dataProvider.js';
import {
  AmountLabelledThb,
  Caption,
  PaymentDate,
  PaymentMethodName,
  PaymentStatusChip,
  PriceCaption,
  RecordedCaption,
  SaidSent,
} from '../../fields/payments/fields.js';
import { AttentionChips } from '../../fields/payments/AttentionChips.js';
import { WaitingMoney } from '../../fields/reconciliation/WaitingMoney.js';
import { PaymentMails } from '../../mails/MailSection.js';
import { Copyable } from '../../ui/common/Copyable.js';
import { Details } from '../../ui/common/Details.js';
import { EmailLink } from '../../ui/common/EmailLink.js';
import { ErrorAlert } from '../../ui/common/ErrorAlert.js';
import { PhoneLink } from '../../ui/common/PhoneLink.js';
import { Section } from '../../ui/common/Section.js';
import { NeighbourButtons } from '../../ui/lists/neighbours.js';
import { useShowDialog } from '../../ui/page/dialogs.js';
import { PageHeader } from '../../ui/page/PageHeader.js';
import { Permitted } from '../../ui/page/Permitted.js';
import { RecordPage } from '../../ui/page/RecordPage.js';
import { SectionColumn, SectionColumns } from '../../ui/page/SectionColumn.js';
import { customerPath, paymentEditPath, paymentPath } from '../../ui/paths.js';
import { PaymentMarkDialog } from '../status/PaymentMarkDialog.js';
import { PaymentStatusDialog } from '../status/PaymentStatusDialog.js';
import { PaymentStatusIcon } from '../status/PaymentStatusIcon.js';
import { useSetPaymentStatus } from '../status/useSetPaymentStatus.js';
import { PaymentCard } from './PaymentCard.js';
import { PaymentDetails } from './PaymentDetails.js';
import { PaymentHistory } from './PaymentHistory.js';
import { PaymentMoney } from './PaymentMoney.js';

/** The total that the visitor was shown, if another amount or currency is recorded. */
function PaymentQuote() {
  const translate = useTranslate();
  const payment = useRecordContext<Omit<Payment, '_id'> & { id: string }>();
  const quoted = payment && differingQuote(payment);
  if (!quoted) return null;
  return (
    <Typography variant="caption" component="span" color="text.secondary" sx={{ display: 'block' }}>
      {translate('resources.payments.quoted', { amount: formatNamedMoney(quoted.amount, quoted.currency) })}
    </Typography>
  );
}

/** The payment in five facts: its amount and status first, and large. */
function PaymentSummary() {
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

/** Leads to the payment's form. */
function PaymentEditButton() {
  const translate = useTranslate();
  const payment = useRecordContext<PaymentRecord>();
  if (!payment) return null;
  return (
    <Button variant="outlined" component={Link} to={paymentEditPath(payment.id)} startIcon={<EditIcon />}>
      {translate('resources.payments.page.edit')}
    </Button>
  );
}

/** The payer; empty if the customer was deleted. */
function PaymentCustomer() {
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

/** Opens the dialog that changes the payment's status. */
function PaymentStatusDialogButton() {
  const translate = useTranslate();
  const payment = useRecordContext<PaymentRecord>();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        // Beside "Mark as Paid", which a pending payment is most often opened for.
        variant={payment?.status === 'pending' ? 'outlined' : 'contained'}
        startIcon={<SyncAltIcon />}
        onClick={() => setOpen(true)}
      >
        {translate('resources.payments.actions.update')}
      </Button>
      {open && <PaymentStatusDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** Marks a pending payment as paid with one press, which can be undone; one that its card provider says otherwise of, after asking. */
function PaymentPaidButton() {
  const translate = useTranslate();
  const payment = useRecordContext<PaymentRecord>();
  const showDialog = useShowDialog();
  const { mutate, isPending } = useSetPaymentStatus();
  if (payment?.status !== 'pending') return null;
  const mark = () => {
    if (contradictsCard(payment, 'paid'))
      showDialog((close) => <PaymentMarkDialog payment={payment} status="paid" onClose={close} />);
    else mutate({ payment, status: 'paid' });
  };
  return (
    <Button
      variant="contained"
      startIcon={<PaymentStatusIcon status="paid" />}
      loading={isPending}
      onClick={mark}
    >
      {translate('resources.payments.actions.mark', { status: statusNames.paid })}
    </Button>
  );
}

/** One payment: amount and status, payer, money and history. */
export function PaymentShow() {
  const show = useShowContext<PaymentRecord>();
  const reference = show.record?.referenceNumber ?? '';

  return (
    <RecordPage state={show}>
      <PageHeader
        title={reference}
        under="payments"
        beside={<NeighbourButtons path={paymentPath} />}
        after={<PaymentStatusChip />}
      >
        <Permitted to="write" resource="payments">
          <PaymentEditButton />
          <PaymentStatusDialogButton />
          <PaymentPaidButton />
        </Permitted>
      </PageHeader>
      <PaymentSummary />
      <SectionColumns>
        <SectionColumn>
          <PaymentCustomer />
          <PaymentCard />
          <WaitingMoney customerId={show.record?.customerId ?? ''} />
          <PaymentMoney key={`money ${show.record?.id}`} />
          <PaymentMails />
        </SectionColumn>
        <SectionColumn>
          <PaymentHistory key={show.record?.id} />
          <PaymentDetails />
        </SectionColumn>
      </SectionColumns>
    </RecordPage>
  );
}
