import MailIcon from '@mui/icons-material/MailOutlined';
import Button from '@mui/material/Button';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { useListContext, useRecordContext, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { formatDate } from '#domain/dates';
import { formatNamedMoney } from '#domain/money';
import { formatCount } from '#domain/numbers';
import { type ListedOverduePayment, overdueDays } from '#domain/overdue';
import { pages } from '#domain/pages';
import { statusNames } from '#domain/payments';
import type { ListedPaymentRecord } from '../data/dataProvider.js';
import { useCalendar } from '../data/useCalendar.js';
import { CustomerLink } from '../fields/payments/CustomerLink.js';
import { PaymentReference, PaymentTransferDate, SaidSent } from '../fields/payments/fields.js';
import { MailBanner } from '../mails/MailBanner.js';
import { SendMailDialog } from '../mails/SendMailDialog.js';
import { PaymentBatchDialog } from '../payments/status/PaymentBatchDialog.js';
import { PaymentStatusIcon } from '../payments/status/PaymentStatusIcon.js';
import { PaymentSums } from '../payments/status/PaymentSums.js';
import { useCan } from '../session/role.js';
import { TextLink } from '../ui/common/TextLink.js';
import { ClearFilters } from '../ui/lists/ClearFilters.js';
import { FilterBar } from '../ui/lists/FilterBar.js';
import { ListEmpty } from '../ui/lists/ListEmpty.js';
import { ListPage } from '../ui/lists/ListPage.js';
import { RecordList } from '../ui/lists/RecordList.js';
import { SearchBox } from '../ui/lists/SearchBox.js';
import { SelectionBar } from '../ui/lists/SelectionBar.js';
import { SelectionProvider } from '../ui/lists/SelectionProvider.js';
import type { Column } from '../ui/lists/column.js';
import { useSelection } from '../ui/lists/selection.js';
import { PageHeader } from '../ui/page/PageHeader.js';
import { paymentPath } from '../ui/paths.js';

/** A payment of the overdue list. */
type OverdueRecord = ListedPaymentRecord &
  Pick<ListedOverduePayment, 'lastReminderAt' | 'isReminderHeld' | 'mayHaveArrived'>;

const usePayment = () => useRecordContext<OverdueRecord>();

/** The amount still due, in the recorded currency. */
function DueAmount() {
  const payment = usePayment();
  return payment && formatNamedMoney(payment.due, payment.currency);
}

/** "12 days". */
function DaysOverdue() {
  const translate = useTranslate();
  const payment = usePayment();
  const calendar = useCalendar();
  if (!payment) return null;
  // oxlint-disable-next-line react/purity -- A screen shows the time at which it is drawn.
  const days = overdueDays(payment, new Date(), calendar);
  return translate('resources.overdue.daysLate', { smart_count: days, days: formatCount(days) });
}

/** "Reminded Nov 22, 2026", "Held since Nov 22, 2026", or "Not reminded". */
function LastReminder() {
  const translate = useTranslate();
  const payment = usePayment();
  if (!payment?.lastReminderAt) return translate('resources.overdue.never');
  return translate(`resources.overdue.${payment.isReminderHeld ? 'reminderHeld' : 'reminded'}`, {
    date: formatDate(payment.lastReminderAt),
  });
}

/** Reason not to send a reminder: money that waits in Reconcile, or the visitor's notice that they paid. */
function OverdueHint() {
  const translate = useTranslate();
  const payment = usePayment();
  if (payment?.mayHaveArrived)
    return <TextLink to={pages.reconcile}>{translate('resources.overdue.mayHaveArrived')}</TextLink>;
  return <SaidSent />;
}

/** Actions on all selected payments: remind their payers, or mark them as paid. */
function OverdueSelectionBar() {
  const translate = useTranslate();
  const selection = useSelection();
  const [asking, setAsking] = useState<'reminder' | 'paid'>();
  const payments = (selection?.records ?? []) as OverdueRecord[];
  const close = () => setAsking(undefined);
  if (!selection || (!payments.length && !asking)) return null;
  return (
    <>
      <SelectionBar
        label={translate('resources.payments.batch.bar')}
        details={<PaymentSums payments={payments} isDue />}
      >
        <Button variant="contained" startIcon={<MailIcon />} onClick={() => setAsking('reminder')}>
          {translate('resources.mails.actions.reminder')}
        </Button>
        <Button
          variant="outlined"
          startIcon={<PaymentStatusIcon status="paid" />}
          onClick={() => setAsking('paid')}
        >
          {translate('resources.payments.actions.mark', { status: statusNames.paid })}
        </Button>
      </SelectionBar>
      {asking === 'reminder' && (
        <SendMailDialog
          payments={payments}
          kind="reminder"
          onSent={(ids) =>
            selection.select(
              payments.filter(({ id }) => ids.includes(id)),
              false,
            )
          }
          onClose={close}
        />
      )}
      {asking === 'paid' && (
        <PaymentBatchDialog
          payments={payments}
          status="paid"
          onChanged={(changed) => selection.select(changed, false)}
          onClose={close}
        />
      )}
    </>
  );
}

/** The search of the overdue list. */
function OverdueSearch() {
  const translate = useTranslate();
  const list = useListContext();
  const { search = '' } = list.filterValues as { search?: string };
  return (
    <FilterBar>
      <SearchBox
        label={translate('resources.payments.filters.words')}
        value={search}
        onSearch={(text) => list.setFilters(text ? { search: text } : {})}
      />
      <ClearFilters />
    </FilterBar>
  );
}

/** The title of the overdue list, with the number of payers who said that they sent. */
function OverdueHeader() {
  const translate = useTranslate();
  // A phone has the drawer and Back instead of the line of breadcrumbs.
  const isPhone = useMediaQuery(useTheme().breakpoints.down('sm'), { noSsr: true });
  const { saidSent = 0 } = (useListContext().meta ?? {}) as { saidSent?: number };
  return (
    <>
      <PageHeader
        title={translate('resources.overdue.title')}
        subtitle={[
          translate('resources.overdue.subtitle'),
          ...(saidSent ? [translate('resources.overdue.saidSent', { smart_count: saidSent })] : []),
        ].join(' · ')}
        isAboveList
        under={isPhone ? undefined : 'payments'}
      />
      <MailBanner />
    </>
  );
}

function OverdueEmpty() {
  const translate = useTranslate();
  const action = (
    <Button variant="outlined" component={Link} to={pages.payments}>
      {translate('resources.overdue.allPayments')}
    </Button>
  );
  return (
    <ListEmpty
      title={translate('resources.overdue.empty')}
      hint={translate('resources.overdue.emptyHint')}
      action={action}
    />
  );
}

const label = (name: string) => `resources.overdue.${name}`;

const columns: Column[] = [
  {
    label: label('reference'),
    field: <PaymentReference />,
    sortBy: 'referenceNumber',
    nowrap: true,
    card: 'title',
  },
  {
    label: label('customer'),
    field: <CustomerLink />,
    caption: <OverdueHint />,
    ellipsis: true,
    card: 'main',
  },
  { label: label('amount'), field: <DueAmount />, sortBy: 'amount', align: 'right', card: 'end' },
  {
    label: label('date'),
    field: <PaymentTransferDate />,
    sortBy: 'transferDate',
    nowrap: true,
    card: 'meta',
  },
  { label: label('days'), field: <DaysOverdue />, align: 'right', nowrap: true, card: 'status' },
  { label: label('reminder'), field: <LastReminder />, nowrap: true, card: 'meta' },
];

/** Pending payments past their transfer date: selected, reminded of, and marked. */
export function OverdueList() {
  const canWrite = useCan('write', 'payments');
  return (
    <SelectionProvider>
      <ListPage
        header={<OverdueHeader />}
        filters={<OverdueSearch />}
        selection={canWrite && <OverdueSelectionBar />}
      >
        <RecordList
          columns={columns}
          path={paymentPath}
          nameOf={canWrite ? ({ referenceNumber }) => referenceNumber as string : undefined}
          empty={<OverdueEmpty />}
        />
      </ListPage>
    </SelectionProvider>
  );
}
