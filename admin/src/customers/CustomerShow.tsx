import AddIcon from '@mui/icons-material/Add';
import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { useRecordContext, useShowContext, useTranslate } from 'react-admin';
import { Link, useNavigate } from 'react-router';
import { countryNames, locationName, regionName } from '#domain/locations';
import { pages } from '#domain/pages';
import { ActivitySection } from '../activity/ActivitySection.js';
import { formatFieldValue } from '../activity/formatFieldValue.js';
import type { CustomerRecord } from '../data/dataProvider.js';
import { HeldCardEvents } from '../fields/cards/HeldCardEvents.js';
import { WaitingMoney } from '../fields/reconciliation/WaitingMoney.js';
import { CustomerMails } from '../mails/MailSection.js';
import { Copyable } from '../ui/common/Copyable.js';
import { DateText } from '../ui/common/DateText.js';
import { type Detail, Details } from '../ui/common/Details.js';
import { EmailLink } from '../ui/common/EmailLink.js';
import { PhoneLink } from '../ui/common/PhoneLink.js';
import { Section } from '../ui/common/Section.js';
import { TextLink } from '../ui/common/TextLink.js';
import { NeighbourButtons } from '../ui/lists/neighbours.js';
import { PageHeader } from '../ui/page/PageHeader.js';
import { Permitted } from '../ui/page/Permitted.js';
import { RecordPage } from '../ui/page/RecordPage.js';
import { SectionColumn, SectionColumns } from '../ui/page/SectionColumn.js';
import { useBack } from '../ui/page/useBack.js';
import { customerEditPath, customerPath, paymentOfCustomerPath, paymentPath } from '../ui/paths.js';
import { CustomerDeleteDialog } from './CustomerDeleteDialog.js';
import { CustomerPayments, CustomerPaymentSummary, useCustomerPayments } from './CustomerPayments.js';
import { CustomerStatusChip } from './fields.js';
import { RecordedOtherwise, typedDifferently } from './typedDifferently.js';

/** Leads back to the list. */
function BackButton() {
  const { label, to } = useBack();
  return (
    <IconButton component={Link} to={to} edge="start" aria-label={label} title={label}>
      <ArrowBackIcon />
    </IconButton>
  );
}

/** Edit and Delete of the customer's page. */
function CustomerActions() {
  const translate = useTranslate();
  const navigate = useNavigate();
  const customer = useRecordContext<CustomerRecord>();
  const [asking, setAsking] = useState(false);
  if (!customer) return null;
  return (
    <>
      <Button
        variant="contained"
        component={Link}
        to={paymentOfCustomerPath(customer)}
        startIcon={<AddIcon />}
      >
        {translate('resources.payments.add')}
      </Button>
      <Button variant="outlined" component={Link} to={customerEditPath(customer.id)} startIcon={<EditIcon />}>
        {translate('resources.customers.actions.edit')}
      </Button>
      <Button variant="outlined" color="error" startIcon={<DeleteIcon />} onClick={() => setAsking(true)}>
        {translate('resources.customers.actions.delete')}
      </Button>
      {asking && (
        <CustomerDeleteDialog
          onClose={() => setAsking(false)}
          onDeleted={() => void navigate(pages.customers)}
        />
      )}
    </>
  );
}

/** Contact details, and the date of the first contact. */
function CustomerInformation() {
  const translate = useTranslate();
  const customer = useRecordContext<CustomerRecord>();
  if (!customer) return null;
  const label = (name: string) => translate(`resources.customers.${name}`);
  const missing = label('show.notProvided');
  return (
    <Section title={label('show.information')}>
      <Details
        stacked
        rows={[
          [
            label('fields.email'),
            <Copyable key="email" text={customer.email} name={label('fields.email')}>
              <EmailLink email={customer.email} />
            </Copyable>,
          ],
          [
            label('fields.phone'),
            customer.phone ? <PhoneLink key="phone" phone={customer.phone} /> : missing,
          ],
          [label('fields.location'), locationName(customer) || missing],
          [label('show.since'), <DateText key="since" value={customer.createdAt} />],
        ]}
      />
    </Section>
  );
}

/** Everything that is recorded about the customer. */
function CustomerOverview() {
  const translate = useTranslate();
  const customer = useRecordContext<CustomerRecord>();
  if (!customer) return null;
  const { country, province, state } = customer;
  const label = (name: string) => translate(`resources.customers.fields.${name}`);
  const orMissing = (value: string | null | undefined) =>
    value || translate('resources.customers.show.notProvided');

  return (
    <Details
      rows={[
        [label('fullName'), customer.fullName],
        [label('email'), <EmailLink key="email" email={customer.email} />],
        [
          label('phone'),
          customer.phone ? <PhoneLink key="phone" phone={customer.phone} /> : orMissing(customer.phone),
        ],
        [label('country'), orMissing(countryNames[country] ?? country)],
        province && [label('province'), regionName({ country, province })],
        state && [label('state'), regionName({ country, state })],
        [label('address'), orMissing(customer.address)],
        [label('city'), orMissing(customer.city)],
        [label('postalCode'), orMissing(customer.postalCode)],
        [label('createdAt'), <DateText key="created" value={customer.createdAt} />],
        [label('updatedAt'), <DateText key="updated" value={customer.updatedAt} />],
        customer.referralSource && [label('referralSource'), customer.referralSource],
      ]}
    />
  );
}

const tabs = ['overview', 'payments', 'notes'] as const;
type TabName = (typeof tabs)[number];

/** Overview, payments and notes of the customer. */
function CustomerTabs() {
  const translate = useTranslate();
  const { isPending } = useCustomerPayments();
  const [current, setCurrent] = useState<TabName>('overview');
  const label = (name: string) => translate(`resources.customers.show.${name}`);
  const panels: Record<TabName, ReactNode> = {
    overview: (
      <Box sx={{ p: 2 }}>
        <CustomerOverview />
      </Box>
    ),
    payments: <CustomerPayments />,
    notes: <Typography sx={{ p: 3, color: 'text.secondary' }}>{label('notes')}</Typography>,
  };

  return (
    <Paper variant="outlined" aria-busy={current === 'payments' && isPending} sx={{ overflow: 'hidden' }}>
      <Tabs
        value={current}
        onChange={(_event, name: TabName) => setCurrent(name)}
        aria-label={label('tabs.label')}
        sx={{ borderBottom: 1, borderColor: 'divider' }}
      >
        {tabs.map((name) => (
          <Tab
            key={name}
            value={name}
            label={label(`tabs.${name}`)}
            id={`customer-tab-${name}`}
            aria-controls={`customer-panel-${name}`}
          />
        ))}
      </Tabs>
      {tabs.map((name) => (
        <div
          key={name}
          role="tabpanel"
          id={`customer-panel-${name}`}
          aria-labelledby={`customer-tab-${name}`}
          hidden={current !== name}
        >
          {current === name && panels[name]}
        </div>
      ))}
    </Paper>
  );
}

/**
 * Details typed at the checkout that differ from the customer's record, each under the first payment that has it. A
 * visitor does not prove their identity, so a checkout never changes the record; an admin compares.
 */
function TypedAtCheckout() {
  const translate = useTranslate();
  const customer = useRecordContext<CustomerRecord>();
  const { data: payments = [] } = useCustomerPayments();
  if (!customer) return null;
  const seen = new Set<string>();
  const found = payments
    .filter(({ source }) => source === 'checkout')
    .map(({ id, referenceNumber, paymentDetails }) => ({
      id,
      referenceNumber,
      fields: typedDifferently(paymentDetails, customer).filter(({ field, typed }) => {
        const key = JSON.stringify([field, typed]);
        return !seen.has(key) && seen.add(key);
      }),
    }))
    .filter(({ fields }) => fields.length > 0);
  if (!found.length) return null;
  const label = (name: string) => translate(`resources.customers.${name}`);
  const words = { nothing: label('show.notProvided'), yes: '', no: '' };

  return (
    <Section title={label('show.typed')}>
      {found.map(({ id, referenceNumber, fields }) => (
        <div key={id}>
          <Typography variant="h3" sx={{ fontSize: '0.875rem', overflowWrap: 'anywhere' }}>
            <TextLink to={paymentPath(id)}>{referenceNumber}</TextLink>
          </Typography>
          <Details
            stacked
            rows={fields.map(({ field, typed, recorded }): Detail => [
              label(`fields.${field}`),
              <>
                {formatFieldValue(field, typed, words)}
                <RecordedOtherwise value={formatFieldValue(field, recorded, words)} />
              </>,
            ])}
          />
        </div>
      ))}
    </Section>
  );
}

/** One customer: how to reach them, what they paid, and everything that is recorded. */
export function CustomerShow() {
  const show = useShowContext<CustomerRecord>();
  const name = show.record?.fullName ?? '';

  return (
    <RecordPage state={show}>
      <PageHeader
        title={name}
        under="customers"
        beside={<NeighbourButtons path={customerPath} />}
        before={<BackButton />}
        after={<CustomerStatusChip />}
      >
        <Permitted to="write" resource="customers">
          <CustomerActions />
        </Permitted>
      </PageHeader>
      <SectionColumns data-narrow>
        <SectionColumn>
          <CustomerInformation />
          {show.record && <WaitingMoney customerId={String(show.record.id)} />}
          <CustomerPaymentSummary />
          <TypedAtCheckout />
          {show.record && <HeldCardEvents email={show.record.email} />}
        </SectionColumn>
        <SectionColumn>
          <CustomerTabs />
          <CustomerMails />
          <ActivitySection resource="customers" />
        </SectionColumn>
      </SectionColumns>
    </RecordPage>
  );
}
