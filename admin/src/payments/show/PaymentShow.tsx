import PersonIcon from '@mui/icons-material/PersonOutlined';
import SyncAltIcon from '@mui/icons-material/SyncAlt';
import { Box, Button, Paper, type Theme } from '@mui/material';
import { useState } from 'react';
import {
  EmailField,
  FunctionField,
  RecordContextProvider,
  ReferenceField,
  ReferenceFieldBase,
  SimpleShowLayout,
  TextField,
  TopToolbar,
  useRecordContext,
  useShowContext,
} from 'react-admin';
import { Link } from 'react-router';
import { contradictsCard } from '#domain/cards/cards';
import { languageNames } from '#domain/platform/languages';
import { locationName } from '#domain/places/locations';
import { messages } from '#domain/platform/messages';
import { formatNamedMoney, plainAmount } from '#domain/platform/money';
import { differingQuote, type Payment, statusNames } from '#domain/payments/payments';
import type { CustomerRecord, PaymentRecord } from '../../data/records.js';
import { pageQuery } from '../../data/queryClient.js';
import { DialogButton, MoreMenu } from '../../ui/common/buttons.js';
import {
  AmountLabelledThb,
  AttentionChips,
  Caption,
  DisputeChip,
  MoneyMarkChip,
  PaymentMethodName,
  PaymentStatusChip,
  PriceCaption,
  RecordedCaption,
  SaidSent,
} from '../../ui/fields/payments/fields.js';
import { WaitingMoney } from '../../ui/fields/bank/WaitingMoney.js';
import { CorrectAddressButton } from '../../mail/CorrectAddress.js';
import { PaymentMails } from '../../mail/MailSection.js';
import { PinnedComment, Timeline } from '../../care/timeline/Timeline.js';
import { Copyable, CopyableField, CopyButton, DateField, PhoneField } from '../../ui/common/fields.js';
import { NotLoaded, Section } from '../../ui/common/Section.js';
import { NeighbourButtons } from '../../ui/lists/neighbours.js';
import { useShowDialog } from '../../ui/page/dialogs.js';
import {
  EditButton,
  SectionColumn,
  SectionColumns,
  SectionMenu,
  ShowFrame,
} from '../../ui/page/ShowFrame.js';
import { Permitted } from '../../ui/page/Permitted.js';
import { customerPath, paymentEditPath, paymentPath } from '../../ui/paths.js';
import { PaymentMarkDialog, PaymentStatusDialog } from '../change-status/PaymentStatusDialog.js';
import { PaymentStatusIcon } from '../change-status/PaymentStatusIcon.js';
import { useSetPaymentStatus } from '../change-status/useSetPaymentStatus.js';
import { CancelPaymentDialog } from './CancelPaymentDialog.js';
import { PaymentCard } from './PaymentCard.js';
import { PaymentDetails } from './PaymentDetails.js';
import { PaymentDocuments } from './PaymentDocuments.js';
import { PaymentHistory } from './PaymentHistory.js';
import { PaymentMoney, PaymentRefundButton } from './PaymentMoney.js';
import { PaymentPlan, PlanDialog } from './PaymentPlan.js';
import { useIsBelow } from '../../ui/common/useIsBelow.js';
import { useTexts, useTranslate } from '../../ui/i18n/useTranslate.js';

/** The total that the visitor was shown, if another amount or currency is recorded. */
function PaymentQuote() {
  const translate = useTranslate();
  const payment = useRecordContext<Omit<Payment, '_id'> & { id: string }>();
  const quoted = payment && differingQuote(payment);
  if (!quoted) return null;
  return (
    <Caption>
      {translate('resources.payments.quoted', { amount: formatNamedMoney(quoted.amount, quoted.currency) })}
    </Caption>
  );
}

/** The payment in five facts: its amount and status first, and large; on a phone its payer before them. */
function PaymentSummary({ payment }: { payment: PaymentRecord }) {
  const isPhone = useIsBelow('sm');
  const label = useTexts('resources.payments.show');
  const { amount, referenceNumber, formerReferences } = payment;
  return (
    <Paper variant="outlined" component="section" aria-label={label('summary')} sx={{ p: 2, mb: 3 }}>
      <SimpleShowLayout sx={facts}>
        {isPhone && (
          <ReferenceField<PaymentRecord, CustomerRecord>
            className="payer"
            source="customerId"
            reference="customers"
            label="resources.payments.columns.customer"
            link={({ id }) => customerPath(id)}
          />
        )}
        <FunctionField
          className="lead"
          label={label('amount')}
          render={() => (
            <>
              <Copyable text={plainAmount(amount)} name={label('amount')}>
                <strong>
                  <AmountLabelledThb />
                </strong>
              </Copyable>
              <RecordedCaption />
              <PaymentQuote />
              <PriceCaption />
            </>
          )}
        />
        <FunctionField
          className="status"
          label={label('status')}
          render={() => (
            <>
              <PaymentStatusChip />
              <Box sx={{ mt: 0.5 }}>
                <AttentionChips payment={payment} />
              </Box>
              <SaidSent />
            </>
          )}
        />
        {/* The title of the page says it on a phone. */}
        {(!isPhone || !!formerReferences?.length) && (
          <FunctionField
            label={label('reference')}
            render={() => (
              <>
                {referenceNumber && (
                  <Copyable text={referenceNumber} name={label('reference')}>
                    {referenceNumber}
                  </Copyable>
                )}
                {!!formerReferences?.length && (
                  <Caption>
                    {label('formerReferences', {
                      references: formerReferences.join(', '),
                    })}
                  </Caption>
                )}
              </>
            )}
          />
        )}
        <FunctionField source="paymentMethod" render={() => <PaymentMethodName />} />
        <DateField source="createdAt" label={label('date')} />
      </SimpleShowLayout>
    </Paper>
  );
}

const facts = ({ breakpoints }: Theme) => ({
  '& .RaSimpleShowLayout-stack': {
    // In columns, of which the wide ones are as wide as what is in them.
    display: 'grid',
    gridTemplateColumns: 'repeat(3, fit-content(20rem))',
    '@container (max-width: 799px)': { gridTemplateColumns: 'repeat(2, fit-content(20rem))' },
    '@container (min-width: 1040px)': {
      gridTemplateColumns: 'repeat(5, fit-content(20rem))',
      '& > .status': { maxWidth: '13rem' },
    },
    // Narrow beside one another before a reference has to wrap.
    gap: '16px clamp(32px, 3cqw, 56px)',
    fontVariantNumeric: 'tabular-nums',
    '& > .ra-field': {
      display: 'block',
      gridColumn: 'auto',
      p: 0,
      border: 0,
      overflowWrap: 'anywhere',
      whiteSpace: 'normal',
    },
    '& .RaLabeled-label': { fontSize: '0.875rem' },
    '& .lead strong': {
      // A million fits a narrow phone.
      fontSize: { xs: 'min(1.75rem, 7vw)', sm: '2rem' },
      lineHeight: 1.25,
      fontWeight: 600,
      whiteSpace: 'nowrap',
    },
    // One line, which is there before the name, and as wide as the others: the whole name stands below.
    '& > .payer': {
      contain: 'inline-size',
      minHeight: '3rem',
      fontSize: '1.125rem',
      '& > .RaReferenceField-root': {
        display: 'block',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
      },
    },
    [breakpoints.down('sm')]: {
      gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
      gap: '12px 24px',
      '& > :is(.payer, .lead, .status)': { gridColumn: '1 / -1' },
    },
    '& .status > .MuiChip-root': {
      height: 34,
      borderRadius: '17px',
      px: 1,
      fontSize: '1.0625rem',
      mt: '2px',
    },
  },
});

/** The payer; empty if the customer was deleted. */
function PaymentCustomer() {
  const label = useTexts('resources.payments.show');
  const payment = useRecordContext<PaymentRecord>();
  const language = payment?.language;
  return (
    <ReferenceFieldBase<CustomerRecord>
      source="customerId"
      reference="customers"
      queryOptions={pageQuery}
      empty={null}
      render={({ referenceRecord: customer, error, refetch }) => (
        <Section title={label('customer')} isBusy={!customer && !error}>
          {customer ? (
            <>
              <SimpleShowLayout>
                <TextField source="fullName" label="resources.payments.show.name" />
                <CopyableField source="email">
                  <EmailField source="email" />
                </CopyableField>
                <PhoneField source="phone" emptyText="resources.payments.show.notProvided" />
                <FunctionField source="location" render={locationName} />
                <FunctionField
                  label="resources.payments.fields.language"
                  render={() => language && languageNames[language]}
                />
              </SimpleShowLayout>
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
              <RecordContextProvider value={payment}>
                <CorrectAddressButton variant="outlined" fullWidth sx={{ mt: 1 }} />
              </RecordContextProvider>
            </>
          ) : (
            <NotLoaded error={error} fallback={messages.fetchCustomer} refetch={refetch} height={240} />
          )}
        </Section>
      )}
    />
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
      // The card provider is the one to say that a card payment under way has come.
      variant={payment.card?.state === 'processing' ? 'outlined' : 'contained'}
      startIcon={<PaymentStatusIcon status="paid" />}
      loading={isPending}
      onClick={mark}
    >
      {translate('resources.payments.actions.mark', { status: statusNames.paid })}
    </Button>
  );
}

/** The further acts on a payment. */
function PaymentMoreMenu({ payment }: { payment: PaymentRecord }) {
  const label = useTexts('resources.payments');
  const [open, setOpen] = useState<'plan' | 'cancel'>();
  const close = () => setOpen(undefined);
  const { status, plan } = payment;
  const cancel = label(status === 'cancelled' ? 'cancel.titleOfFee' : 'cancel.title');
  return (
    <>
      <MoreMenu
        id="payment-menu"
        label={label('more')}
        acts={[
          ...(status === 'pending' && !plan
            ? [{ name: label('plan.make'), onChoose: () => setOpen('plan') }]
            : []),
          { name: cancel, onChoose: () => setOpen('cancel') },
        ]}
      />
      {open === 'plan' && <PlanDialog payment={payment} onClose={close} />}
      {open === 'cancel' && <CancelPaymentDialog payment={payment} onClose={close} />}
    </>
  );
}

/** One payment: amount and status, payer, money and history. */
export function PaymentShow() {
  const translate = useTranslate();
  const isPhone = useIsBelow('sm');
  const payment = useShowContext<PaymentRecord>().record;
  return (
    <ShowFrame
      status={
        <>
          <PaymentStatusChip />
          {payment && <MoneyMarkChip payment={payment} />}
          {payment && <DisputeChip payment={payment} />}
          {isPhone && payment?.referenceNumber && (
            <CopyButton
              text={payment.referenceNumber}
              name={translate('resources.payments.show.reference')}
            />
          )}
        </>
      }
      neighbours={<NeighbourButtons path={paymentPath} />}
      actions={
        payment && (
          <TopToolbar>
            <EditButton to={paymentEditPath(payment.id)} label="resources.payments.page.edit" />
            <Permitted to="write" resource="payments">
              <DialogButton
                variant="outlined"
                startIcon={<SyncAltIcon />}
                dialog={(close) => <PaymentStatusDialog onClose={close} />}
              >
                {translate('resources.payments.actions.update')}
              </DialogButton>
              <PaymentRefundButton key={payment.id} />
              <PaymentPaidButton />
              <PaymentMoreMenu payment={payment} />
            </Permitted>
            <SectionMenu />
          </TopToolbar>
        )
      }
    >
      {payment && (
        <>
          <PinnedComment owner={{ paymentId: payment.id }} />
          <PaymentSummary payment={payment} />
          <SectionColumns>
            <SectionColumn>
              <PaymentCustomer />
              <PaymentCard />
              <WaitingMoney customerId={payment.customerId ?? ''} />
              <PaymentMoney key={`money ${payment.id}`} />
              <PaymentPlan />
              <PaymentDocuments key={`documents ${payment.id}`} />
              <PaymentMails />
            </SectionColumn>
            <SectionColumn>
              <PaymentHistory key={payment.id} />
              <Timeline key={`activity ${payment.id}`} owner={{ paymentId: payment.id }} />
              <PaymentDetails />
            </SectionColumn>
          </SectionColumns>
        </>
      )}
    </ShowFrame>
  );
}
