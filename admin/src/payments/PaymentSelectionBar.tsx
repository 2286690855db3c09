import ArrowDropUpIcon from '@mui/icons-material/ArrowDropUp';
import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { formatNamedMoney, totalsByCurrency } from '../../../domain/money.js';
import { type listStatuses, statusNames } from '../../../domain/payments.js';
import type { ListedPaymentRecord } from '../dataProvider.js';
import { useSelection } from '../lists/selection.js';
import { PaymentBatchDialog } from './PaymentBatchDialog.js';
import { PaymentStatusIcon } from './PaymentStatusIcon.js';

type Status = (typeof listStatuses)[number];
const furtherStatuses: Status[] = ['pending', 'failed', 'refunded'];

/** The number and sums of the selected payments, and what can be done with all of them. */
export function PaymentSelectionBar() {
  const translate = useTranslate();
  const selection = useSelection();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [asking, setAsking] = useState<Status>();
  const payments = (selection?.records ?? []) as ListedPaymentRecord[];
  const mark = (status: Status) =>
    translate('resources.payments.actions.mark', { status: statusNames[status] });

  if (!selection || (!payments.length && !asking)) return null;
  return (
    <>
      <Box
        role="group"
        aria-label={translate('resources.payments.batch.bar')}
        sx={{
          position: 'sticky',
          bottom: 0,
          zIndex: 2,
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 1,
          px: 2,
          py: 1,
          borderTop: 1,
          borderColor: 'divider',
          bgcolor: 'background.paper',
          boxShadow: '0 -4px 12px rgb(0 0 0 / 12%)',
        }}
      >
        <Typography role="status" sx={{ flex: '1 1 14rem', fontVariantNumeric: 'tabular-nums' }}>
          <strong>{translate('admin.list.selected', { smart_count: payments.length })}</strong>
          {totalsByCurrency(payments).map(({ currency, amount }) => (
            <span key={currency}> · {formatNamedMoney(amount, currency)}</span>
          ))}
        </Typography>
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
        <IconButton
          aria-label={translate('admin.list.clearSelection')}
          title={translate('admin.list.clearSelection')}
          onClick={selection.clear}
        >
          <CloseIcon />
        </IconButton>
      </Box>
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
        </Menu>
      )}
      {asking && (
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
