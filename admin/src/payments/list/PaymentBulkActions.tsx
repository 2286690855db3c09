import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import MailIcon from '@mui/icons-material/MailOutlined';
import ArrowDropUpIcon from '@mui/icons-material/ArrowDropUp';
import { Button, ListItemIcon, MenuItem } from '@mui/material';
import { useState } from 'react';
import { exportFormats } from '#domain/platform/lists';
import { type listStatuses, statusNames } from '#domain/payments/payments';
import type { ListedPaymentRecord } from '../../data/records.js';
import { SendMailDialog } from '../../mail/SendMailDialog.js';
import { MenuButton } from '../../ui/common/buttons.js';
import { useExports } from '../../ui/exports/ExportsProvider.js';
import { BulkActions, useSelected } from '../../ui/lists/selection.js';
import { PaymentBatchDialog } from '../change-status/PaymentBatchDialog.js';
import { PaymentStatusIcon, PaymentSums } from '../change-status/PaymentStatusIcon.js';
import { useTranslate } from '../../ui/i18n/useTranslate.js';

type Status = (typeof listStatuses)[number];
const furtherStatuses: Status[] = ['pending', 'failed', 'refunded'];

/** The request about the selected payments: a mark, or a reminder of those that are pending. */
export type Asked = Status | 'reminder';

/** The dialog of what is asked; payments with which it was done are not selected any more. */
export function BulkDialog({ asked, onClose }: { asked: Asked | undefined; onClose: () => void }) {
  const { records, unselect } = useSelected<ListedPaymentRecord>();
  if (!asked) return null;
  if (asked === 'reminder')
    return (
      <SendMailDialog
        payments={records.filter(({ status }) => status === 'pending')}
        kind="reminder"
        onSent={unselect}
        onClose={onClose}
      />
    );
  return (
    <PaymentBatchDialog
      payments={records}
      status={asked}
      onChanged={(changed) => unselect(changed.map(({ id }) => id))}
      onClose={onClose}
    />
  );
}

/** The number and sums of the selected payments, and the actions on all of them. */
export function PaymentBulkActions() {
  const translate = useTranslate();
  const { records: payments } = useSelected<ListedPaymentRecord>();
  const { running, start } = useExports();
  const [asked, ask] = useState<Asked>();
  const mark = (status: Status) =>
    translate('resources.payments.actions.mark', { status: statusNames[status] });

  if (!payments.length && !asked) return null;
  return (
    <>
      <BulkActions
        label={translate('resources.payments.batch.bar')}
        details={<PaymentSums payments={payments} />}
      >
        <Button
          variant="contained"
          startIcon={<PaymentStatusIcon status="paid" />}
          onClick={() => ask('paid')}
        >
          {mark('paid')}
        </Button>
        <MenuButton
          id="payment-bulk-menu"
          button={(opens) => (
            <Button variant="outlined" endIcon={<ArrowDropUpIcon />} {...opens}>
              {translate('resources.payments.batch.more')}
            </Button>
          )}
        >
          {furtherStatuses.map((status) => (
            <MenuItem key={status} onClick={() => ask(status)}>
              <ListItemIcon>
                <PaymentStatusIcon status={status} />
              </ListItemIcon>
              {mark(status)}
            </MenuItem>
          ))}
          <MenuItem
            disabled={!payments.some(({ status }) => status === 'pending')}
            onClick={() => ask('reminder')}
          >
            <ListItemIcon>
              <MailIcon fontSize="small" />
            </ListItemIcon>
            {translate('resources.mails.actions.reminder')}
          </MenuItem>
          {exportFormats.map((format) => (
            <MenuItem
              key={format}
              disabled={Boolean(running)}
              onClick={() =>
                void start({ resource: 'payments', format, query: {}, ids: payments.map(({ id }) => id) })
              }
            >
              <ListItemIcon>
                <DownloadIcon fontSize="small" />
              </ListItemIcon>
              {translate(`resources.payments.export.${format}`)}
            </MenuItem>
          ))}
        </MenuButton>
      </BulkActions>
      <BulkDialog asked={asked} onClose={() => ask(undefined)} />
    </>
  );
}
