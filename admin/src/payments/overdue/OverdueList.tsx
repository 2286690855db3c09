import MailIcon from '@mui/icons-material/MailOutlined';
import { Button } from '@mui/material';
import { useState } from 'react';
import { DataTable, useListContext, useRecordContext } from 'react-admin';
import { Link } from 'react-router';
import { formatDate } from '#domain/platform/dates';
import { formatCount } from '#domain/platform/numbers';
import { type ListedOverduePayment, overdueDays } from '#domain/payments/overdue';
import { pages } from '#domain/platform/pages';
import { statusNames } from '#domain/payments/payments';
import type { ListedPaymentRecord } from '../../data/records.js';
import { useCalendar } from '../../data/useCounts.js';
import {
  AmountAsked,
  amountAsked,
  CustomerLink,
  PaymentReference,
  PaymentTransferDate,
  PlanCaption,
  SaidSent,
} from '../../ui/fields/payments/fields.js';
import { MailBanner } from '../../mail/MailBanner.js';
import { type Asked, BulkDialog } from '../list/PaymentBulkActions.js';
import { SharedFilters, type SharedFilterValues } from '../list/SharedFilters.js';
import { PaymentStatusIcon, PaymentSums } from '../change-status/PaymentStatusIcon.js';
import { useCan } from '../../data/session/role.js';
import { Ellipsis, TextLink } from '../../ui/common/fields.js';
import {
  ClearFilters,
  FilterBar,
  FilterGrid,
  MoreFiltersButton,
  SearchInput,
  useActiveFilters,
  useListFilter,
} from '../../ui/lists/FilterBar.js';
import { Empty, ListFrame } from '../../ui/lists/ListFrame.js';
import { ListRecords } from '../../ui/lists/ListRecords.js';
import { BulkActions, useSelected } from '../../ui/lists/selection.js';
import { Subtitle } from '../../ui/page/Subtitle.js';
import { paymentPath } from '../../ui/paths.js';
import { useIsBelow } from '../../ui/common/useIsBelow.js';
import { keysOf, useTranslate } from '../../ui/i18n/useTranslate.js';

/** A payment of the overdue list. */
type OverdueRecord = ListedPaymentRecord &
  Pick<ListedOverduePayment, 'lastReminderAt' | 'isReminderHeld' | 'mayHaveArrived'>;

const usePayment = () => useRecordContext<OverdueRecord>();

/** "12 days". */
function DaysOverdue() {
  const translate = useTranslate();
  const payment = usePayment();
  const calendar = useCalendar();
  if (!payment) return null;
  // oxlint-disable-next-line react/purity -- A screen shows the time at which it is drawn.
  const days = overdueDays(payment, new Date(), calendar);
  return (
    <span>{translate('resources.overdue.daysLate', { smart_count: days, days: formatCount(days) })}</span>
  );
}

/** "Reminded Nov 22, 2026", "Held since Nov 22, 2026", or "Not reminded". */
function LastReminder() {
  const translate = useTranslate();
  const payment = usePayment();
  const name = !payment?.lastReminderAt ? 'never' : payment.isReminderHeld ? 'reminderHeld' : 'reminded';
  return <span>{translate(`resources.overdue.${name}`, { date: formatDate(payment?.lastReminderAt) })}</span>;
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
function OverdueBulkActions() {
  const translate = useTranslate();
  const { records: payments } = useSelected<OverdueRecord>();
  const [asked, ask] = useState<Asked>();
  if (!payments.length && !asked) return null;
  return (
    <>
      <BulkActions
        label={translate('resources.payments.batch.bar')}
        details={
          <PaymentSums
            payments={payments.map((payment) => ({ ...payment, due: amountAsked(payment) }))}
            isDue
          />
        }
      >
        <Button variant="contained" startIcon={<MailIcon />} onClick={() => ask('reminder')}>
          {translate('resources.mails.actions.reminder')}
        </Button>
        <Button
          variant="outlined"
          startIcon={<PaymentStatusIcon status="paid" />}
          onClick={() => ask('paid')}
        >
          {translate('resources.payments.actions.mark', { status: statusNames.paid })}
        </Button>
      </BulkActions>
      <BulkDialog asked={asked} onClose={() => ask(undefined)} />
    </>
  );
}

/** The search of the overdue list, and the filters of every list of payments behind a button. */
function OverdueFilters() {
  const translate = useTranslate();
  const { filter, setFilter } = useListFilter<SharedFilterValues & { search?: string }>();
  const active = useActiveFilters(['search']);
  const isPhone = useIsBelow('sm');
  // Undefined until the user opens or closes them: filters that are set are shown.
  const [wanted, setWanted] = useState<boolean>();
  const isOpen = wanted ?? (active > 0 && !isPhone);
  return (
    <FilterBar>
      <SearchInput source="search" label={translate('resources.payments.filters.words')} />
      <MoreFiltersButton active={active} isOpen={isOpen} onToggle={() => setWanted(!isOpen)} />
      {(!isPhone || isOpen) && <ClearFilters />}
      {isOpen && (
        <FilterGrid>
          <SharedFilters filters={filter} set={setFilter} />
        </FilterGrid>
      )}
    </FilterBar>
  );
}

const label = keysOf('resources.overdue');

/** Pending payments past the day on which money was expected: selected, reminded of, and marked. */
export function OverdueList() {
  const translate = useTranslate();
  const canWrite = useCan('write', 'payments');
  const { saidSent = 0 } = (useListContext().meta ?? {}) as { saidSent?: number };
  const allPayments = (
    <Button variant="outlined" component={Link} to={pages.payments}>
      {translate(label('allPayments'))}
    </Button>
  );
  return (
    <>
      {saidSent > 0 && <Subtitle> · {translate(label('saidSent'), { smart_count: saidSent })}</Subtitle>}
      <MailBanner />
      <ListFrame filters={<OverdueFilters />} bulkActions={canWrite && <OverdueBulkActions />}>
        <ListRecords
          path={paymentPath}
          isSelectable={canWrite}
          empty={<Empty notFound="resources.payments.empty">{allPayments}</Empty>}
          card={() => ({
            title: <PaymentReference />,
            status: <DaysOverdue />,
            main: <CustomerLink />,
            end: <AmountAsked />,
            meta: (
              <>
                <PaymentTransferDate /> · <LastReminder />
              </>
            ),
            caption: <OverdueHint />,
            below: <PlanCaption />,
          })}
        >
          <DataTable.Col source="referenceNumber" label={label('reference')} className="whole">
            <PaymentReference />
          </DataTable.Col>
          <DataTable.Col label={label('customer')} className="cut">
            <Ellipsis>
              <CustomerLink />
            </Ellipsis>
            <OverdueHint />
          </DataTable.Col>
          <DataTable.Col source="amount" label={label('amount')} align="right" className="whole">
            <AmountAsked />
            <PlanCaption />
          </DataTable.Col>
          <DataTable.Col source="transferDate" label={label('date')} className="whole">
            <PaymentTransferDate />
          </DataTable.Col>
          <DataTable.Col label={label('days')} align="right" className="whole" field={DaysOverdue} />
          <DataTable.Col label={label('reminder')} className="whole" field={LastReminder} />
        </ListRecords>
      </ListFrame>
    </>
  );
}
