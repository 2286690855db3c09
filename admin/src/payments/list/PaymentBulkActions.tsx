import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import MailIcon from '@mui/icons-material/MailOutlined';
import ArrowDropUpIcon from '@mui/icons-material/ArrowDropUp';
import { Button, ListItemIcon, Menu, MenuItem } from '@mui/material';
import { useState } from 'react';

import { exportFormats } from '#domain/platform/lists';
import { type listStatuses, statusNames } from '#domain/payments/payments';
import type { ListedPaymentRecord } from '../../data/methods/paymentMethods.js';
import { SendMailDialog } from '../../mail/SendMailDialog.js';
import { useExports } from '../../ui/exports/ExportsProvider.js';
import { BulkActions, useSelected } from '../../ui/lists/selection.js';
import { PaymentBatchDialog } from '../change-status/PaymentBatchDialog.js';
import { PaymentSums } from '../change-status/PaymentSums.js';
import { PaymentStatusIcon } from '../change-status/PaymentStatusIcon.js';
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
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [asked, ask] = useState<Asked>();
  const choose = (run: () => void) => () => {
    setAnchor(null);
    run();
  };
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
        <Button
          variant="outlined"
          endIcon={<ArrowDropUpIcon />}
          aria-haspopup="menu"
          aria-expanded={Boolean(anchor)}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          {translate('resources.payments.batch.more')}
        </Button>
      </BulkActions>
      {anchor && (
        <Menu open anchorEl={anchor} onClose={() => setAnchor(null)}>
          {furtherStatuses.map((status) => (
            <MenuItem key={status} onClick={choose(() => ask(status))}>
              <ListItemIcon>
                <PaymentStatusIcon status={status} />
              </ListItemIcon>
              {mark(status)}
            </MenuItem>
          ))}
          <MenuItem
            disabled={!payments.some(({ status }) => status === 'pending')}
            onClick={choose(() => ask('reminder'))}
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
              onClick={choose(
                () =>
                  void start({ resource: 'payments', format, query: {}, ids: payments.map(({ id }) => id) }),
              )}
            >
              <ListItemIcon>
                <DownloadIcon fontSize="small" />
              </ListItemIcon>
              {translate(`resources.payments.export.${format}`)}
            </MenuItem>
          ))}
        </Menu>
      )}
      <BulkDialog asked={asked} onClose={() => ask(undefined)} />
    </>
  );
}
