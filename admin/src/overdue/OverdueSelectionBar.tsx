import MailIcon from '@mui/icons-material/MailOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { statusNames } from '#domain/payments';
import { SelectionBar } from '../ui/lists/SelectionBar.js';
import { useSelection } from '../ui/lists/selection.js';
import { SendMailDialog } from '../mails/SendMailDialog.js';
import { PaymentBatchDialog } from '../payments/status/PaymentBatchDialog.js';
import { PaymentSums } from '../payments/status/PaymentSums.js';
import { PaymentStatusIcon } from '../payments/status/PaymentStatusIcon.js';
import type { OverdueRecord } from './fields.js';

/** Actions on all selected payments: remind their payers, or mark them as paid. */
export function OverdueSelectionBar() {
  const translate = useTranslate();
  const selection = useSelection();
  const [asking, setAsking] = useState<'reminder' | 'paid'>();
  const payments = (selection?.records ?? []) as OverdueRecord[];
  const close = () => setAsking(undefined);
  if (!selection || (!payments.length && !asking)) return null;
  return (
    <>
      <SelectionBar
        label={translate('resources.payments.batch.bar')}
        details={<PaymentSums payments={payments} isDue />}
      >
        <Button variant="contained" startIcon={<MailIcon />} onClick={() => setAsking('reminder')}>
          {translate('resources.mails.actions.reminder')}
        </Button>
        <Button
          variant="outlined"
          startIcon={<PaymentStatusIcon status="paid" />}
          onClick={() => setAsking('paid')}
        >
          {translate('resources.payments.actions.mark', { status: statusNames.paid })}
        </Button>
      </SelectionBar>
      {asking === 'reminder' && (
        <SendMailDialog
          payments={payments}
          kind="reminder"
          onSent={(ids) =>
            selection.select(
              payments.filter(({ id }) => ids.includes(id)),
              false,
            )
          }
          onClose={close}
        />
      )}
      {asking === 'paid' && (
        <PaymentBatchDialog
          payments={payments}
          status="paid"
          onChanged={(changed) => selection.select(changed, false)}
          onClose={close}
        />
      )}
    </>
  );
}
