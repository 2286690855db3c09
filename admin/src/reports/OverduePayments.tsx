import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { pages } from '#domain/pages';
import type { ReportSummary } from '#domain/reports';
import { formatCount } from '#domain/numbers';
import { EmptyState } from '../ui/common/EmptyState.js';
import { Section } from '../ui/common/Section.js';
import type { Column } from '../ui/lists/column.js';
import { LocalList } from '../ui/lists/LocalList.js';
import { paymentPath } from '../ui/paths.js';
import { CustomerLink } from '../fields/payments/CustomerLink.js';
import { PaymentReference, PaymentTransferDate, RecordedAmount } from '../fields/payments/fields.js';
import { useCan } from '../session/role.js';

const columns: Column[] = [
  { label: 'resources.reports.overdue.reference', field: <PaymentReference />, nowrap: true, card: 'title' },
  { label: 'resources.reports.overdue.customer', field: <CustomerLink />, ellipsis: true, card: 'main' },
  { label: 'resources.reports.overdue.amount', field: <RecordedAmount />, align: 'right', card: 'end' },
  { label: 'resources.reports.overdue.date', field: <PaymentTransferDate />, nowrap: true, card: 'meta' },
];

/** Pending payments past their transfer date, oldest first, each linked to its page. */
export function OverduePayments({ overdue: { payments, total } }: Pick<ReportSummary, 'overdue'>) {
  const translate = useTranslate();
  const label = (name: string) => translate(`resources.reports.overdue.${name}`);
  const canWrite = useCan('write', 'payments');
  const records = payments.map((payment) => ({ ...payment, id: payment._id, customer: payment.customerId }));
  const counts = { shown: payments.length, total: formatCount(total) };

  return (
    <Section
      title={label('title')}
      flush
      action={
        <Button component={Link} to={pages.overdue}>
          {canWrite ? label('open') : translate('admin.dashboard.viewAll')}
        </Button>
      }
    >
      <Typography variant="body2" color="text.secondary" sx={{ px: 2, pb: 1 }}>
        {label('note')} {total > payments.length && translate('resources.reports.overdue.more', counts)}
      </Typography>
      <LocalList
        resource="payments"
        records={records}
        columns={columns}
        path={paymentPath}
        empty={<EmptyState title={label('empty')} />}
      />
    </Section>
  );
}
