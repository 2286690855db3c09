import CheckIcon from '@mui/icons-material/Check';
import MoreVertIcon from '@mui/icons-material/MoreVert';
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined';
import { CircularProgress, IconButton, ListItemIcon, MenuItem } from '@mui/material';
import { useRecordContext } from 'react-admin';
import { Link } from 'react-router';
import { contradictsCard } from '#domain/cards/cards';
import { type listStatuses, statusNames } from '#domain/payments/payments';
import type { ListedPaymentRecord } from '../../data/records.js';
import { useCan } from '../../data/session/role.js';
import { MenuButton } from '../../ui/common/MenuButton.js';
import { useShowDialog } from '../../ui/page/dialogs.js';
import { paymentPath } from '../../ui/paths.js';
import { PaymentMarkDialog } from './PaymentMarkDialog.js';
import { PaymentStatusIcon } from './PaymentStatusIcon.js';
import { useSetPaymentStatus } from './useSetPaymentStatus.js';
import { useTranslate } from '../../ui/i18n/useTranslate.js';

const order = ['paid', 'pending', 'failed', 'refunded'] as const satisfies (typeof listStatuses)[number][];

/** Statuses that need a confirmation: money was returned, or will not arrive. */
const askedFirst: readonly string[] = ['failed', 'refunded'];

/**
 * Opens a payment of the list, or marks it with another status; the present one is disabled, with a tick. Failed, Refunded
 * and what the card provider says otherwise ask first. The list changes after the server's response. Who may not write
 * opens a payment by its reference.
 */
export function PaymentStatusMenu() {
  const translate = useTranslate();
  const payment = useRecordContext<ListedPaymentRecord>();
  const showDialog = useShowDialog();
  const { mutate, isPending } = useSetPaymentStatus();
  const canWrite = useCan('write', 'payments');
  if (!payment || !canWrite) return null;
  return (
    <MenuButton
      id={`payment-menu-${payment.id}`}
      button={({ onClick, ...opens }) => (
        <IconButton
          title={translate('resources.payments.actions.menu')}
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
