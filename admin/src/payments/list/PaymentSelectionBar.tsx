import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import MailIcon from '@mui/icons-material/MailOutlined';
import ArrowDropUpIcon from '@mui/icons-material/ArrowDropUp';
import Button from '@mui/material/Button';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { exportFormats } from '#domain/lists';
import { type listStatuses, statusNames } from '#domain/payments';
import type { ListedPaymentRecord } from '../../data/dataProvider.js';
import { useExports } from '../../ui/exports/ExportsProvider.js';
import { SelectionBar } from '../../ui/lists/SelectionBar.js';
import { useSelection } from '../../ui/lists/selection.js';
import { SendMailDialog } from '../../mails/SendMailDialog.js';
import { PaymentBatchDialog } from '../status/PaymentBatchDialog.js';
import { PaymentSums } from '../status/PaymentSums.js';
import { PaymentStatusIcon } from '../status/PaymentStatusIcon.js';

type Status = (typeof listStatuses)[number];
const furtherStatuses: Status[] = ['pending', 'failed', 'refunded'];

/** The number and sums of the selected payments, and the actions on all of them. */
export function PaymentSelectionBar() {
  const translate = useTranslate();
  const selection = useSelection();
  const { running, start } = useExports();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [asking, setAsking] = useState<Status | 'reminder'>();
  const payments = (selection?.records ?? []) as ListedPaymentRecord[];
  const pending = payments.filter(({ status }) => status === 'pending');
  const mark = (status: Status) =>
    translate('resources.payments.actions.mark', { status: statusNames[status] });

  if (!selection || (!payments.length && !asking)) return null;
  return (
    <>
      <SelectionBar
        label={translate('resources.payments.batch.bar')}
        details={<PaymentSums payments={payments} />}
      >
        <Button
          variant="contained"
          startIcon={<PaymentStatusIcon status="paid" />}
          onClick={() => setAsking('paid')}
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
      </SelectionBar>
      {anchor && (
        <Menu open anchorEl={anchor} onClose={() => setAnchor(null)}>
          {furtherStatuses.map((status) => (
            <MenuItem
              key={status}
              onClick={() => {
                setAnchor(null);
                setAsking(status);
              }}
            >
              <ListItemIcon>
                <PaymentStatusIcon status={status} />
              </ListItemIcon>
              {mark(status)}
            </MenuItem>
          ))}
          <MenuItem
            disabled={!pending.length}
            onClick={() => {
              setAnchor(null);
              setAsking('reminder');
            }}
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
              onClick={() => {
                setAnchor(null);
                void start({ resource: 'payments', format, query: {}, ids: payments.map(({ id }) => id) });
              }}
            >
              <ListItemIcon>
                <DownloadIcon fontSize="small" />
              </ListItemIcon>
              {translate(`resources.payments.export.${format}`)}
            </MenuItem>
          ))}
        </Menu>
      )}
      {asking === 'reminder' && (
        <SendMailDialog
          payments={pending}
          kind="reminder"
          onSent={(ids) =>
            selection.select(
              payments.filter(({ id }) => ids.includes(id)),
              false,
            )
          }
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking && asking !== 'reminder' && (
        <PaymentBatchDialog
          payments={payments}
          status={asking}
          onChanged={(changed) => selection.select(changed, false)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  );
}
