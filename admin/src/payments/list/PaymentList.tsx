import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { Button } from '@mui/material';
import { CreateButton, DataTable, TopToolbar, useListContext } from 'react-admin';
import { exportFormats } from '#domain/platform/lists';
import { pages } from '#domain/platform/pages';
import {
  AmountLabelledThb,
  CustomerLink,
  NoteInRow,
  PaymentDateOnCard,
  PaymentReference,
  PaymentStatusChip,
  PlanCaption,
  RecordedCaption,
  ShortMethodName,
} from '../../ui/fields/payments/fields.js';
import { useCan } from '../../data/session/role.js';
import { ExportMenu } from '../../ui/exports/ExportMenu.js';
import { useExports } from '../../ui/exports/ExportsProvider.js';
import { Empty } from '../../ui/lists/Empty.js';
import { ListFrame } from '../../ui/lists/ListFrame.js';
import { ListRecords } from '../../ui/lists/ListRecords.js';
import { paymentPath } from '../../ui/paths.js';
import { PaymentStatusMenu } from '../change-status/PaymentStatusMenu.js';
import { PaymentBulkActions } from './PaymentBulkActions.js';
import { PaymentFilters, usePaymentFilters } from './PaymentFilters.js';
import { useIsBelow } from '../../ui/common/useIsBelow.js';
import { useTranslate } from '../../ui/i18n/useTranslate.js';
import { keysOf } from '../../ui/i18n/textsOf.js';

/** Exports every payment that matches the list's filters; a menu where two buttons do not fit beside the title. */
function ExportButtons() {
  const translate = useTranslate();
  const filter = useListContext().filterValues as object;
  const { running, start } = useExports();
  const isNarrow = useIsBelow('lg');
  if (isNarrow) return <ExportMenu resource="payments" />;
  return exportFormats.map((format) => (
    <Button
      key={format}
      variant="outlined"
      startIcon={<DownloadIcon />}
      disabled={Boolean(running)}
      onClick={() => void start({ resource: 'payments', format, query: { filter } })}
    >
      {translate(`resources.payments.export.${format}`)}
    </Button>
  ));
}

const RecordButton = () => <CreateButton to={pages.newPayment} />;

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

const label = keysOf('resources.payments.columns');

/** All payments: searched, filtered, selected, marked and exported. */
export function PaymentList() {
  const canWrite = useCan('write', 'payments');
  return (
    <ListFrame
      actions={
        <TopToolbar>
          <ExportButtons />
          <RecordButton />
        </TopToolbar>
      }
      filters={<PaymentFilters />}
      bulkActions={canWrite && <PaymentBulkActions />}
    >
      <ListRecords
        path={paymentPath}
        isSelectable={canWrite}
        actions={<PaymentStatusMenu />}
        empty={<Empty wider={<SearchEverywhereButton />} />}
        card={{
          title: <PaymentReference />,
          status: <PaymentStatusChip />,
          main: <CustomerLink />,
          end: <AmountLabelledThb />,
          meta: <PaymentDateOnCard />,
          caption: <RecordedCaption />,
          below: <PlanCaption />,
        }}
      >
        <DataTable.Col source="referenceNumber" label={label('reference')} className="whole">
          <PaymentReference />
          <NoteInRow />
        </DataTable.Col>
        <DataTable.Col label={label('customer')} className="cut" field={CustomerLink} />
        <DataTable.Col source="amount" label={label('amount')} align="right" className="whole">
          <AmountLabelledThb />
          <RecordedCaption />
          <PlanCaption />
        </DataTable.Col>
        <DataTable.Col source="paymentMethod" label={label('method')} className="whole">
          <ShortMethodName />
        </DataTable.Col>
        <DataTable.Col source="createdAt" label={label('date')} field={PaymentDateOnCard} />
        <DataTable.Col source="status" label={label('status')} field={PaymentStatusChip} />
      </ListRecords>
    </ListFrame>
  );
}
