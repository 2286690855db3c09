import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { DataTable, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { pages } from '#domain/pages';
import type { ReportSummary } from '#domain/reports';
import { formatCount } from '#domain/numbers';
import { EmptyState } from '../ui/common/EmptyState.js';
import { Section } from '../ui/common/Section.js';
import { Ellipsis } from '../ui/lists/Ellipsis.js';
import { LocalList } from '../ui/lists/ListRecords.js';
import { paymentPath } from '../ui/paths.js';
import { CustomerLink } from '../fields/payments/CustomerLink.js';
import { PaymentReference, PaymentTransferDate, RecordedAmount } from '../fields/payments/fields.js';
import { useCan } from '../session/role.js';

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
        path={paymentPath}
        empty={<EmptyState title={label('empty')} />}
        card={{
          title: <PaymentReference />,
          main: <CustomerLink />,
          end: <RecordedAmount />,
          meta: <PaymentTransferDate />,
        }}
      >
        <DataTable.Col label={label('reference')} className="whole">
          <PaymentReference />
        </DataTable.Col>
        <DataTable.Col label={label('customer')} className="cut">
          <Ellipsis>
            <CustomerLink />
          </Ellipsis>
        </DataTable.Col>
        <DataTable.Col label={label('amount')} align="right" className="whole">
          <RecordedAmount />
        </DataTable.Col>
        <DataTable.Col label={label('date')} className="whole">
          <PaymentTransferDate />
        </DataTable.Col>
      </LocalList>
    </Section>
  );
}
