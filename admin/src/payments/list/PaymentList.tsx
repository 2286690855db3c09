import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { pages } from '#domain/pages';
import { AddLink } from '../../ui/page/AddLink.js';
import { PageHeader } from '../../ui/page/PageHeader.js';
import type { Column } from '../../ui/lists/column.js';
import { ListEmpty } from '../../ui/lists/ListEmpty.js';
import { ListPage } from '../../ui/lists/ListPage.js';
import { RecordList } from '../../ui/lists/RecordList.js';
import { SelectionProvider } from '../../ui/lists/SelectionProvider.js';
import { paymentPath } from '../../ui/paths.js';
import { CustomerLink } from '../fields/CustomerLink.js';
import { AmountLabelledThb, RecordedCaption } from '../fields/PaymentAmount.js';
import {
  NoteInRow,
  PaymentDateOnCard,
  PaymentReference,
  PaymentStatusChip,
  ShortMethodName,
} from '../fields/fields.js';
import { PaymentExportButtons } from './PaymentExportButtons.js';
import { PaymentFilters } from './PaymentFilters.js';
import { PaymentRowActions } from './PaymentRowActions.js';
import { PaymentSelectionBar } from './PaymentSelectionBar.js';
import { usePaymentFilters } from './usePaymentFilters.js';
import { useCan } from '../../session/role.js';

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

function PaymentListHeader() {
  const translate = useTranslate();
  return (
    <PageHeader
      title={translate('resources.payments.title')}
      subtitle={translate('resources.payments.subtitle')}
    >
      <PaymentExportButtons />
      <RecordPaymentButton />
    </PageHeader>
  );
}

function PaymentListEmpty() {
  const translate = useTranslate();
  return (
    <ListEmpty
      title={translate('resources.payments.empty')}
      hint={translate('resources.payments.emptyHint')}
      action={<RecordPaymentButton />}
      wider={<SearchEverywhereButton />}
    />
  );
}

/** Searches customers, phones, transactions and amounts for what no reference contains. */
function SearchEverywhereButton() {
  const translate = useTranslate();
  const { filters, set } = usePaymentFilters();
  const text = filters.referenceNumber;
  if (!text) return null;
  return (
    <Button variant="contained" onClick={() => set({ referenceNumber: '', search: text })}>
      {translate('resources.payments.searchEverywhere', { text })}
    </Button>
  );
}

function RecordPaymentButton() {
  const translate = useTranslate();
  if (!useCan('write', 'payments')) return null;
  return <AddLink to={pages.newPayment} label={translate('resources.payments.add')} />;
}
