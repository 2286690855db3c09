import ReconcileIcon from '@mui/icons-material/AccountBalanceOutlined';
import AssessmentIcon from '@mui/icons-material/AssessmentOutlined';
import SameVisitIcon from '@mui/icons-material/ContentCopyOutlined';
import HeldIcon from '@mui/icons-material/CreditCardOutlined';
import DifferingIcon from '@mui/icons-material/DifferenceOutlined';
import FailedIcon from '@mui/icons-material/ErrorOutlined';
import EraseIcon from '@mui/icons-material/PersonOffOutlined';
import OverdueIcon from '@mui/icons-material/EventBusyOutlined';
import DisputeIcon from '@mui/icons-material/GavelOutlined';
import OverReturnedIcon from '@mui/icons-material/MoneyOffOutlined';
import SaidSentIcon from '@mui/icons-material/OutboxOutlined';
import LettersIcon from '@mui/icons-material/TranslateOutlined';
import PaymentIcon from '@mui/icons-material/PaymentOutlined';
import PersonAddIcon from '@mui/icons-material/PersonAddOutlined';
import ReviewIcon from '@mui/icons-material/RuleOutlined';
import ContradictionIcon from '@mui/icons-material/SyncProblemOutlined';
import InNoPayoutIcon from '@mui/icons-material/HourglassEmptyOutlined';
import PayoutIcon from '@mui/icons-material/AccountBalanceWalletOutlined';
import UnknownPaymentIcon from '@mui/icons-material/HelpOutlineOutlined';
import GiveBackIcon from '@mui/icons-material/UndoOutlined';
import { Alert, Box, Button, Grid, Stack } from '@mui/material';
import type { ElementType, ReactElement } from 'react';
import { Title, useGetIdentity, useGetList } from 'react-admin';
import { Link } from 'react-router';
import { formatDay } from '#domain/platform/dates';
import { messages } from '#domain/platform/messages';
import { formatNamedMoney } from '#domain/platform/money';
import { formatCount, formatCounted } from '#domain/platform/numbers';
import { pages } from '#domain/platform/pages';
import { can, type Resource } from '#domain/platform/roles';
import { HttpError } from '#browser/http';
import { useRead } from '../../data/useCall.js';
import type { CustomerRecord, ListedPaymentRecord } from '../../data/records.js';
import { CustomerChips } from '../../customers/fields.js';
import { useCounts } from '../../data/useCounts.js';
import { PaymentChips } from '../../ui/fields/payments/fields.js';
import { useRole } from '../../data/session/role.js';
import { EmailText } from '#browser/EmailText';
import { ErrorAlert, Section } from '../../ui/common/Section.js';
import { PageSkeleton } from '../../ui/page/PageSkeleton.js';
import { SectionColumn } from '../../ui/page/ShowFrame.js';
import {
  customerPath,
  filtered,
  heldCardEventsPath,
  paymentPath,
  paymentsPath,
  transactionsPath,
  unknownPayoutsPath,
} from '../../ui/paths.js';
import { RecentList, type RecentQuery, StatCards } from './DashboardParts.js';
import { DateField } from '../../ui/common/fields.js';
import { useTranslate } from '../../ui/i18n/useTranslate.js';

const newest = { pagination: { page: 1, perPage: 5 }, sort: { field: 'createdAt', order: 'DESC' } } as const;

/** The dashboard's queries. */
function useDashboard() {
  const stats = useRead(['payments', 'stats'], 'GET /payments/stats');
  const totals = useRead(['customers', 'stats'], 'GET /customers/stats');
  const payments = useGetList<ListedPaymentRecord>('payments', newest);
  const customers = useGetList<CustomerRecord>('customers', newest);
  const [counts, warnings] = [useCounts(), useWarnings()];
  // RefreshNotice reports a failed refresh; these queries have no data at all.
  const failed = [
    { query: stats, failure: messages.getPaymentStatistics },
    { query: payments, failure: messages.getPayments },
    { query: customers, failure: messages.getCustomers },
    { query: totals, failure: messages.getCustomers },
    { query: counts, failure: messages.dashboard },
    { query: warnings, failure: messages.dashboard },
  ].filter(({ query: { error, data } }) => error && !data);
  return {
    stats,
    totals,
    payments,
    customers,
    /** The first failure; a response that could not be parsed gets the message of the whole page. */
    failure:
      failed[0] &&
      (failed[0].query.error instanceof HttpError
        ? { error: failed[0].query.error, fallback: failed[0].failure }
        : { error: undefined, fallback: messages.dashboard }),
    refetch: () => failed.forEach(({ query }) => void query.refetch()),
  };
}

const useWarnings = () => useRead(['warnings'], 'GET /warnings');

/** Says which settings of the server an operator should correct. */
function ServerWarnings() {
  const translate = useTranslate();
  const { data } = useWarnings();
  // Nothing while it loads: a server without warnings, as nearly all are, moves nothing.
  return data?.warnings
    .filter((warning) => warning !== 'personalDataEnds')
    .map((warning) => (
      <Alert key={warning} severity="warning">
        {translate(`admin.dashboard.warnings.${warning}`, { ...data.timeZone })}
      </Alert>
    ));
}

/** The five newest payments. */
function RecentPayments({ payments }: { payments: RecentQuery<ListedPaymentRecord> }) {
  const translate = useTranslate();
  return (
    <RecentList
      title={translate('admin.dashboard.payments.title')}
      empty={translate('admin.dashboard.payments.empty')}
      viewAll={pages.payments}
      failed={Boolean(payments.error)}
      rows={payments.data?.map((payment) => {
        const { id, referenceNumber, customer, amount, currency } = payment;
        return {
          id,
          to: paymentPath(id),
          title: customer?.fullName ?? referenceNumber,
          text: (
            <>
              <span>{`${formatNamedMoney(amount, currency)} ·`}</span>{' '}
              <DateField source="createdAt" record={payment} />
            </>
          ),
          end: <PaymentChips payment={payment} />,
        };
      })}
    />
  );
}

/** The five newest customers. */
function RecentCustomers({ customers }: { customers: RecentQuery<CustomerRecord> }) {
  const translate = useTranslate();
  return (
    <RecentList
      title={translate('admin.dashboard.customers.title')}
      empty={translate('admin.dashboard.customers.empty')}
      viewAll={pages.customers}
      failed={Boolean(customers.error)}
      rows={customers.data?.map((customer) => ({
        id: customer.id,
        to: customerPath(customer.id),
        title: customer.fullName,
        text: <EmailText email={customer.email} />,
        end: <CustomerChips customer={customer} />,
      }))}
    />
  );
}

/** `needs` is the resource that an action writes. */
const actions: { name: string; to: string; icon: ReactElement; needs?: Resource }[] = [
  { name: 'customer', to: pages.newCustomer, icon: <PersonAddIcon />, needs: 'customers' },
  { name: 'payment', to: pages.newPayment, icon: <PaymentIcon />, needs: 'payments' },
  { name: 'export', to: pages.reports, icon: <AssessmentIcon /> },
];

/** Links to the most frequent actions. */
function QuickActions() {
  const translate = useTranslate();
  const role = useRole();
  const ready = useCounts().data?.ready ?? 0;
  const permitted = actions.filter(({ needs }) => !needs || can(role, 'write', needs));
  return (
    <Section title={translate('admin.dashboard.actions.title')}>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={1.5}>
        {permitted.map(({ name, to, icon }) => (
          <Button key={name} variant="outlined" component={Link} to={to} startIcon={icon}>
            {translate(`admin.dashboard.actions.${name}`)}
          </Button>
        ))}
        <Button
          variant="outlined"
          component={Link}
          to={transactionsPath({ state: 'ready' })}
          startIcon={<ReconcileIcon />}
        >
          <span>
            {translate(`admin.dashboard.actions.${ready > 0 ? 'reconcileReady' : 'reconcile'}`, {
              count: formatCount(ready),
            })}
          </span>
        </Button>
      </Stack>
    </Section>
  );
}

/** The number of records that wait is undefined until it is known, and where there are none of that kind. */
type Task = readonly [name: string, icon: ElementType, to: string, count: number | undefined];

/** Tasks that wait for an admin, those of every day and others while there are some, each with its count and records. */
function NeedsAttention() {
  const translate = useTranslate();
  const { data, isPending } = useCounts();
  const { overdue, saidSent, ready, review, attention, lettersMissing, mails, cards } = data ?? {};
  const personalData = useWarnings().data?.personalData;
  const daily: Task[] = [
    ['overdue', OverdueIcon, pages.overdue, overdue],
    ['ready', ReconcileIcon, transactionsPath({ state: 'ready' }), ready],
    ['review', ReviewIcon, transactionsPath({ state: 'review' }), review],
    [
      'failedMails',
      FailedIcon,
      filtered(pages.mails, { state: 'failed', dismissed: 'false' }),
      mails?.failed,
    ],
  ];
  const others: Task[] = [
    ['saidSent', SaidSentIcon, paymentsPath({ status: 'pending', saidSent: 'yes' }), saidSent],
    ['giveBack', GiveBackIcon, paymentsPath({ attention: 'giveBack' }), attention?.giveBack],
    ['overReturned', OverReturnedIcon, paymentsPath({ attention: 'overReturned' }), attention?.overReturned],
    ['lettersMissing', LettersIcon, paymentsPath({ lettersMissing: 'true' }), lettersMissing],
    ['personalDataEnds', EraseIcon, filtered(pages.customers, { termEnds: 'true' }), personalData?.customers],
    [
      'differsFromCard',
      ContradictionIcon,
      paymentsPath({ attention: 'differsFromCard' }),
      cards && attention?.differsFromCard,
    ],
    ['heldCardEvents', HeldIcon, heldCardEventsPath, cards?.held],
    ['disputes', DisputeIcon, paymentsPath({ disputed: 'true' }), cards?.disputed],
    ['priceDiffers', DifferingIcon, paymentsPath({ priceDiffers: 'true' }), cards?.priceDiffers],
    ['sameVisit', SameVisitIcon, paymentsPath({ sameVisit: 'true' }), cards?.sameVisit],
    ['payoutsWithoutPayment', UnknownPaymentIcon, unknownPayoutsPath, cards?.payouts?.withoutPayment],
    ['openPayouts', PayoutIcon, filtered(pages.cardPayouts, { state: 'open' }), cards?.payouts?.open],
    ['inNoPayout', InNoPayoutIcon, paymentsPath({ inNoPayout: 'true' }), cards?.payouts?.inNoPayout],
  ];
  return (
    <Section title={translate('admin.dashboard.attention.title')} isBusy={isPending}>
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: { xs: '1fr', sm: 'repeat(auto-fit, minmax(250px, 1fr))' },
        }}
      >
        {[...daily, ...others.filter(([, , , count]) => count)].map(([name, Icon, to, count]) => (
          <Button
            key={name}
            variant="outlined"
            color={count ? 'warning' : 'primary'}
            component={Link}
            to={to}
            startIcon={<Icon />}
            // Width and text stay in place when the number arrives or changes.
            sx={{ justifyContent: 'flex-start', fontVariantNumeric: 'tabular-nums' }}
          >
            <span>
              {translate(`admin.dashboard.attention.${name}`, {
                smart_count: count ?? 0,
                day: formatDay(personalData?.day),
                count: count === undefined ? '–' : formatCounted(count),
              })}
            </span>
          </Button>
        ))}
      </Box>
    </Section>
  );
}

/** The first page: statistics, tasks that need attention, quick actions and the newest records. */
export function Dashboard() {
  const translate = useTranslate();
  const { identity, isPending } = useGetIdentity();
  const { stats, totals, payments, customers, failure, refetch } = useDashboard();
  if (isPending) return <PageSkeleton />;
  const name = identity?.fullName || translate('admin.dashboard.anonymous');

  return (
    <>
      <Title title={translate('admin.dashboard.title', { name })} />
      <SectionColumn>
        <ServerWarnings />
        {failure && <ErrorAlert {...failure} refetch={refetch} />}
        <StatCards stats={stats} customers={totals} />
        <NeedsAttention />
        <QuickActions />
        <Grid container spacing={3}>
          <Grid size={{ xs: 12, lg: 6 }}>
            <RecentPayments payments={payments} />
          </Grid>
          <Grid size={{ xs: 12, lg: 6 }}>
            <RecentCustomers customers={customers} />
          </Grid>
        </Grid>
      </SectionColumn>
    </>
  );
}
