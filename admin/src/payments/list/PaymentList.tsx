import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import CheckIcon from '@mui/icons-material/Check';
import MoreVertIcon from '@mui/icons-material/MoreVert';
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined';
import { Button, CircularProgress, IconButton, ListItemIcon, MenuItem } from '@mui/material';
import { CreateButton, DataTable, TopToolbar, useListContext, useRecordContext } from 'react-admin';
import { Link } from 'react-router';
import { exportFormats } from '#domain/platform/lists';
import { pages } from '#domain/platform/pages';
import { contradictsCard } from '#domain/cards/cards';
import { type listStatuses, statusNames } from '#domain/payments/payments';
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
import { ExportMenu, useExports } from '../../ui/exports/ExportsProvider.js';
import { Empty, ListFrame } from '../../ui/lists/ListFrame.js';
import { ListRecords } from '../../ui/lists/ListRecords.js';
import { paymentPath } from '../../ui/paths.js';
import { PaymentBulkActions } from './PaymentBulkActions.js';
import { PaymentFilters, usePaymentFilters } from './PaymentFilters.js';
import { useIsBelow } from '../../ui/common/useIsBelow.js';
import { keysOf, useTranslate } from '../../ui/i18n/useTranslate.js';
import type { ListedPaymentRecord } from '../../data/records.js';
import { MenuButton } from '../../ui/common/buttons.js';
import { useShowDialog } from '../../ui/page/dialogs.js';
import { PaymentMarkDialog } from '../change-status/PaymentStatusDialog.js';
import { PaymentStatusIcon } from '../change-status/PaymentStatusIcon.js';
import { useSetPaymentStatus } from '../change-status/useSetPaymentStatus.js';

const order = ['paid', 'pending', 'failed', 'refunded'] as const satisfies (typeof listStatuses)[number][];

/** Statuses that need a confirmation: money was returned, or will not arrive. */
const askedFirst: readonly string[] = ['failed', 'refunded'];

/**
 * Opens a payment of the list, or marks it with another status; the present one is disabled, with a tick. Failed, Refunded
 * and what the card provider says otherwise ask first. The list changes after the server's response.
 */
export function PaymentStatusMenu() {
  const translate = useTranslate();
  const payment = useRecordContext<ListedPaymentRecord>();
  const showDialog = useShowDialog();
  const { mutate, isPending } = useSetPaymentStatus();
  if (!payment) return null;
  return (
    <MenuButton
      id={`payment-menu-${payment.id}`}
      button={({ onClick, ...opens }) => (
        <IconButton
          title={translate('admin.list.actions')}
          aria-label={translate('resources.payments.actions.menuOf', { reference: payment.referenceNumber })}
          aria-busy={isPending}
          {...opens}
          onClick={(event) => !isPending && onClick(event)}
        >
          {isPending ? <CircularProgress size={24} aria-hidden /> : <MoreVertIcon />}
        </IconButton>
      )}
    >
      <MenuItem
        component={Link}
        to={paymentPath(payment.id)}
        aria-label={translate('resources.payments.actions.viewOf', {
          reference: payment.referenceNumber,
        })}
      >
        <ListItemIcon>
          <VisibilityIcon fontSize="small" />
        </ListItemIcon>
        {translate('resources.payments.actions.view')}
      </MenuItem>
      {order.map((status) => {
        const isPresent = status === payment.status;
        return (
          <MenuItem
            key={status}
            disabled={isPresent}
            aria-current={isPresent || undefined}
            onClick={() => {
              if (isPresent) return;
              if (askedFirst.includes(status) || contradictsCard(payment, status))
                showDialog((close) => (
                  <PaymentMarkDialog payment={payment} status={status} onClose={close} />
                ));
              else mutate({ payment, status });
            }}
          >
            <ListItemIcon>
              <PaymentStatusIcon status={status} />
            </ListItemIcon>
            <span>{translate('resources.payments.actions.mark', { status: statusNames[status] })}</span>
            {isPresent && <CheckIcon fontSize="small" sx={{ ml: 'auto', pl: 1, boxSizing: 'content-box' }} />}
          </MenuItem>
        );
      })}
    </MenuButton>
  );
}

/** Exports every payment that matches the list's filters; a menu where two buttons do not fit beside the title. */
function ExportButtons() {
  const translate = useTranslate();
  const filter = useListContext().filterValues as object;
  const { running, start } = useExports();
  const isNarrow = useIsBelow('lg');
  if (isNarrow) return <ExportMenu resource="payments" label="resources.payments.export" />;
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
        actions={canWrite && <PaymentStatusMenu />}
        empty={<Empty wider={<SearchEverywhereButton />} />}
        card={() => ({
          title: <PaymentReference />,
          status: <PaymentStatusChip />,
          main: <CustomerLink />,
          end: <AmountLabelledThb />,
          meta: <PaymentDateOnCard />,
          caption: <RecordedCaption />,
          below: <PlanCaption />,
        })}
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
        <DataTable.Col
          source="paymentMethod"
          label="resources.payments.fields.paymentMethod"
          className="whole"
        >
          <ShortMethodName />
        </DataTable.Col>
        <DataTable.Col source="createdAt" label={label('date')} field={PaymentDateOnCard} />
        <DataTable.Col source="status" label={label('status')} field={PaymentStatusChip} />
      </ListRecords>
    </ListFrame>
  );
}
