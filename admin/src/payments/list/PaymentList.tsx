import type { Column } from '../../ui/lists/column.js';
import { ListPage } from '../../ui/lists/ListPage.js';
import { RecordList } from '../../ui/lists/RecordList.js';
import { SelectionProvider } from '../../ui/lists/SelectionProvider.js';
import { paymentPath } from '../../ui/paths.js';
import { CustomerLink } from '../../fields/payments/CustomerLink.js';
import { AmountLabelledThb } from '../../fields/payments/AmountLabelledThb.js';
import { RecordedCaption } from '../../fields/payments/RecordedCaption.js';
import {
  NoteInRow,
  PaymentDateOnCard,
  PaymentReference,
  PaymentStatusChip,
  ShortMethodName,
} from '../../fields/payments/fields.js';
import { PaymentFilters } from './PaymentFilters.js';
import { PaymentRowActions } from './PaymentRowActions.js';
import { PaymentSelectionBar } from './PaymentSelectionBar.js';
import { useCan } from '../../session/role.js';
import { PaymentListEmpty } from './PaymentListEmpty.js';
import { PaymentListHeader } from './PaymentListHeader.js';

const columns: Column[] = [
  {
    label: 'resources.payments.columns.reference',
    field: <PaymentReference />,
    caption: <NoteInRow />,
    sortBy: 'referenceNumber',
    nowrap: true,
    card: 'title',
  },
  {
    label: 'resources.payments.columns.customer',
    field: <CustomerLink />,
    ellipsis: true,
    card: 'main',
  },
  {
    label: 'resources.payments.columns.amount',
    field: <AmountLabelledThb />,
    caption: <RecordedCaption />,
    sortBy: 'amount',
    align: 'right',
    card: 'end',
  },
  {
    label: 'resources.payments.columns.method',
    field: <ShortMethodName />,
    sortBy: 'paymentMethod',
    nowrap: true,
  },
  {
    label: 'resources.payments.columns.date',
    field: <PaymentDateOnCard />,
    sortBy: 'createdAt',
    card: 'meta',
  },
  {
    label: 'resources.payments.columns.status',
    field: <PaymentStatusChip />,
    sortBy: 'status',
    card: 'status',
  },
];

/** All payments: searched, filtered, selected, marked and exported. */
export function PaymentList() {
  const canWrite = useCan('write', 'payments');
  return (
    <SelectionProvider>
      <ListPage
        header={<PaymentListHeader />}
        filters={<PaymentFilters />}
        selection={canWrite && <PaymentSelectionBar />}
      >
        <RecordList
          columns={columns}
          actions={<PaymentRowActions />}
          path={paymentPath}
          nameOf={canWrite ? ({ referenceNumber }) => referenceNumber as string : undefined}
          empty={<PaymentListEmpty />}
        />
      </ListPage>
    </SelectionProvider>
  );
}
