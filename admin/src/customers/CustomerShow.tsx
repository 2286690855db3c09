import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import { Alert, Button, IconButton, Paper, Stack, styled, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import {
  CreateButton,
  EmailField,
  FunctionField,
  ShowContextProvider,
  type ShowControllerResult,
  SimpleShowLayout,
  TabbedShowLayout,
  TabbedShowLayoutTabs,
  type TabProps,
  TextField,
  TopToolbar,
  useGetRecordId,
  useRecordContext,
  useShowContext,
} from 'react-admin';
import { Link, Navigate } from 'react-router';
import { officeFields, type VisitorField, visitorFields } from '#domain/customers/customers';
import { countryNames, locationName, regionName } from '#domain/places/locations';
import { pages } from '#domain/platform/pages';
import { isMissing } from '#browser/http';
import type { ErasurePlan } from '#domain/care/personal-data';
import { cardEventTypeNames } from '#domain/cards/cards';
import { formatDate } from '#domain/platform/dates';
import type { CustomerRecord } from '../data/records.js';
import { formatFieldValue } from '../ui/common/formatFieldValue.js';
import { WaitingMoney } from '../ui/fields/bank/WaitingMoney.js';
import { CustomerDocuments } from '../ui/fields/documents/DocumentTable.js';
import { CustomerMails } from '../mail/MailSection.js';
import { PinnedComment, Timeline } from '../care/timeline/Timeline.js';
import { CopyableField, DateField, Hint, PhoneField, TextLink } from '../ui/common/fields.js';
import { ErrorAlert, Section } from '../ui/common/Section.js';
import { DeleteWithConfirmButton } from '../ui/forms/FormDialog.js';
import { NeighbourButtons } from '../ui/lists/neighbours.js';
import { EditButton, SectionColumn, SectionColumns, SectionMenu, ShowFrame } from '../ui/page/ShowFrame.js';
import { Permitted } from '../ui/page/Permitted.js';
import { useBack } from '../ui/page/seenList.js';
import { useLeadOn } from '../ui/page/useLeadOn.js';
import {
  cardEventPath,
  customerEditPath,
  customerPath,
  paymentOfCustomerPath,
  paymentPath,
} from '../ui/paths.js';
import { CustomerPayments, CustomerPaymentSummary, useCustomerPayments } from './CustomerPayments.js';
import { ErasedBanner, useErasurePlan } from './ErasedBanner.js';
import { PersonalDataMenu, usePersonalDataActs } from './PersonalDataMenu.js';
import { PossibleDuplicates } from './PossibleDuplicates.js';
import { CustomerChips, RecordedOtherwise, typedDifferently } from './fields.js';
import { useTexts, useTranslate } from '../ui/i18n/useTranslate.js';
import { useCan } from '../data/session/role.js';
import { PageSkeleton } from '../ui/page/PageSkeleton.js';
import { useHeldCardEvents } from '../data/useHeldCardEvents.js';
import { cardEventAmount, TestChip } from '../ui/fields/cards/fields.js';

interface MissingCustomerProps {
  /** Leads back to the list. */
  back: ReactNode;
}

/** A customer who was deleted, of whom the audit trail tells until its term: an admin gives these data, or erases them. */
function DeletedCustomer({ plan, back }: MissingCustomerProps & { plan: ErasurePlan }) {
  const translate = useTranslate();
  const show = useShowContext();
  const { customerId: id, fullName, erased } = plan;
  const customer = { id, fullName, ...(erased && { erasedAt: erased.at }) };
  const acts = usePersonalDataActs(customer);
  const shown = { ...show, error: null, record: customer } as ShowControllerResult;
  return (
    <ShowContextProvider value={shown}>
      <ShowFrame title={fullName} back={back}>
        {erased ? (
          <ErasedBanner customer={customer} />
        ) : (
          <Alert severity="info" sx={{ mb: 2 }}>
            {translate('resources.customers.deleted.text')}
          </Alert>
        )}
        <Section title={translate('resources.customers.personalData.menu')}>
          <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1 }}>
            {acts.map(({ name, onChoose }) => (
              <Button key={name} variant="outlined" onClick={onChoose}>
                {name}
              </Button>
            ))}
          </Stack>
        </Section>
      </ShowFrame>
    </ShowContextProvider>
  );
}

/** The page of a customer who is not there: for an admin, what is left of one who was deleted. */
function MissingCustomer({ back }: MissingCustomerProps) {
  const id = useGetRecordId();
  const canErase = useCan('read', 'personal-data');
  const { data: plan, isLoading } = useErasurePlan(id, { enabled: canErase });
  if (isLoading) return <PageSkeleton />;
  return plan ? <DeletedCustomer plan={plan} back={back} /> : <ShowFrame />;
}

/** Leads back to the list. */
function BackButton() {
  const { label, to } = useBack();
  return (
    <IconButton component={Link} to={to} edge="start" aria-label={label} title={label}>
      <ArrowBackIcon />
    </IconButton>
  );
}

/** A new payment of the customer, Edit and Delete. */
function CustomerActions({ customer }: { customer: CustomerRecord }) {
  const leadOn = useLeadOn();
  return (
    <TopToolbar>
      {!customer.erasedAt && (
        <>
          <CreateButton resource="payments" to={paymentOfCustomerPath(customer)} />
          <EditButton to={customerEditPath(customer.id)} />
        </>
      )}
      <Permitted to="write" resource="customers">
        <DeleteWithConfirmButton onDeleted={() => leadOn(pages.customers)} />
      </Permitted>
      <Permitted to="read" resource="personal-data">
        <PersonalDataMenu customer={customer} />
      </Permitted>
      <SectionMenu />
    </TopToolbar>
  );
}

const missing = 'resources.customers.show.notProvided';

/** Contact details, and the date of the first contact. */
function CustomerInformation() {
  const translate = useTranslate();
  return (
    <Section title={translate('resources.customers.show.information')}>
      <SimpleShowLayout>
        <CopyableField source="email">
          <EmailField source="email" />
        </CopyableField>
        <PhoneField source="phone" emptyText={missing} />
        <FunctionField
          source="location"
          render={(customer: CustomerRecord) => locationName(customer) || translate(missing)}
        />
        <DateField source="createdAt" label="resources.customers.show.since" />
      </SimpleShowLayout>
    </Section>
  );
}

/** react-admin's Tab, whose content is a panel named by it. */
function Tab({ name, ...tab }: Omit<TabProps, 'label'> & { name: 'overview' | 'payments' | 'notes' }) {
  const labelled = { ...tab, label: `resources.customers.show.tabs.${name}` };
  const [id, panel] = [`customer-tab-${name}`, `customer-panel-${name}`];
  if (tab.context === 'header') return <TabbedShowLayout.Tab {...labelled} id={id} aria-controls={panel} />;
  return (
    <div role="tabpanel" id={panel} aria-labelledby={id}>
      <TabbedShowLayout.Tab {...labelled} />
    </div>
  );
}

/** A field that the checkout asks for, too. */
function VisitorValue({ source }: { source: VisitorField }) {
  const translate = useTranslate();
  switch (source) {
    case 'email':
      return <EmailField source={source} />;
    case 'phone':
      return <PhoneField source={source} emptyText={missing} />;
    case 'country':
      return (
        <FunctionField
          render={({ country }: CustomerRecord) => (countryNames[country] ?? country) || translate(missing)}
        />
      );
    case 'province':
    case 'state':
      return (
        <FunctionField
          render={({ country, [source]: region }: CustomerRecord) =>
            regionName({ country, [source]: region })
          }
        />
      );
    default:
      return <TextField source={source} emptyText={missing} />;
  }
}

/** Overview, payments and notes of the customer. */
function CustomerTabs() {
  const translate = useTranslate();
  return (
    <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
      <TabbedShowLayout
        syncWithLocation={false}
        tabs={<TabbedShowLayoutTabs aria-label={translate('resources.customers.show.tabs.label')} />}
      >
        <Tab name="overview">
          {visitorFields.map((field) => (
            <VisitorValue key={field} source={field} />
          ))}
          <DateField source="createdAt" />
          <DateField source="updatedAt" />
          {officeFields.map((field) => (
            <TextField key={field} source={field} />
          ))}
        </Tab>
        <Tab name="payments">
          <div>
            <CustomerPayments />
          </div>
        </Tab>
        <Tab name="notes">
          <div>
            <Typography sx={{ p: 3, color: 'text.secondary' }}>
              {translate('resources.customers.show.notes')}
            </Typography>
          </div>
        </Tab>
      </TabbedShowLayout>
    </Paper>
  );
}

/** Details typed at the checkout that differ from the record: who types there is not known, so an admin compares. */
function TypedAtCheckout() {
  const label = useTexts('resources.customers');
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
  const words = { nothing: label('show.notProvided'), yes: '', no: '' };

  return (
    <Section title={label('show.typed')}>
      {found.map(({ id, referenceNumber, fields }) => (
        <div key={id}>
          <Typography variant="h3" sx={{ fontSize: '0.875rem', overflowWrap: 'anywhere' }}>
            <TextLink to={paymentPath(id)}>{referenceNumber}</TextLink>
          </Typography>
          <SimpleShowLayout>
            {fields.map(({ field, typed, recorded }) => (
              <FunctionField
                key={field}
                source={field}
                render={() => (
                  <>
                    <span>{formatFieldValue(field, typed, words)}</span>
                    <RecordedOtherwise value={formatFieldValue(field, recorded, words)} />
                  </>
                )}
              />
            ))}
          </SimpleShowLayout>
        </div>
      ))}
    </Section>
  );
}

/** One customer: how to reach them, what they paid, and everything that is recorded. */
export function CustomerShow() {
  const { record: customer, error } = useShowContext<CustomerRecord>();
  if (isMissing(error)) return <MissingCustomer back={<BackButton />} />;
  // The one that stands for a customer that was merged has its own page.
  if (customer?.mergedInto) return <Navigate to={customerPath(customer.mergedInto)} replace />;
  return (
    <ShowFrame
      back={<BackButton />}
      status={customer && <CustomerChips customer={customer} />}
      neighbours={<NeighbourButtons path={customerPath} />}
      actions={customer && <CustomerActions customer={customer} />}
    >
      {customer?.erasedAt && <ErasedBanner customer={customer} />}
      {customer && (
        <>
          <PinnedComment owner={{ customerId: customer.id }} />
          <SectionColumns data-narrow>
            <SectionColumn>
              <CustomerInformation />
              <PossibleDuplicates key={customer.id} />
              <WaitingMoney customerId={customer.id} />
              <CustomerPaymentSummary />
              <TypedAtCheckout />
              <HeldCardEvents email={customer.email} />
            </SectionColumn>
            <SectionColumn>
              <CustomerTabs />
              <Timeline key={customer.id} owner={{ customerId: customer.id }} />
              <CustomerDocuments customerId={customer.id} />
              <CustomerMails />
            </SectionColumn>
          </SectionColumns>
        </>
      )}
    </ShowFrame>
  );
}

/** The card events of an email that are held: money of a customer that is on no payment yet. Nothing where there is none. */
export function HeldCardEvents({ email }: { email: string }) {
  const translate = useTranslate();
  const { data, error, refetch, isLoading } = useHeldCardEvents(email);
  // The columns below it wait (SectionColumns).
  if (isLoading) return <span hidden aria-busy />;
  if (!data?.length && !error) return null;
  return (
    <Section title={translate('resources.card-events.heldOf')}>
      {error && !data && <ErrorAlert error={error} refetch={refetch} />}
      <Events>
        {data?.map((event) => (
          <li key={event.id}>
            <TextLink to={cardEventPath(event.id)}>
              {cardEventAmount(event) ?? cardEventTypeNames[event.type]}
            </TextLink>
            <Hint>
              <span>{formatDate(event.createdAt)}</span> {!event.live && <TestChip />}
            </Hint>
          </li>
        ))}
      </Events>
    </Section>
  );
}

const Events = styled('ul')({ listStyle: 'none', margin: 0, padding: 0, '& > li': { padding: '4px 0' } });
