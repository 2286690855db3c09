import type { Column } from '../ui/lists/column.js';
import { ListPage } from '../ui/lists/ListPage.js';
import { RecordList } from '../ui/lists/RecordList.js';
import { SelectionProvider } from '../ui/lists/SelectionProvider.js';
import { paymentPath } from '../ui/paths.js';
import { CustomerLink } from '../fields/payments/CustomerLink.js';
import { PaymentReference, PaymentTransferDate } from '../fields/payments/fields.js';
import { DaysOverdue, DueAmount, LastReminder, OverdueHint } from './fields.js';
import { OverdueSelectionBar } from './OverdueSelectionBar.js';
import { useCan } from '../session/role.js';
import { OverdueHeader } from './OverdueHeader.js';
import { OverdueSearch } from './OverdueSearch.js';
import { OverdueEmpty } from './OverdueEmpty.js';

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
