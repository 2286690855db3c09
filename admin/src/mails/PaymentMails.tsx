import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Confirm, useDataProvider, useNotify, useRecordContext, useTranslate } from 'react-admin';
import type { ManualMailKind } from '#domain/mail';
import { messages } from '#domain/messages';
import { overdueDays } from '#domain/overdue';
import { errorMessage } from '../../../browser/http.js';
import type { dataProvider, PaymentRecord } from '../data/dataProvider.js';
import { useCalendar } from '../data/useCalendar.js';
import { useWrite } from '../data/useWrite.js';
import { Permitted } from '../ui/page/Permitted.js';
import { MailSection } from './MailSection.js';
import { SendMailDialog } from './SendMailDialog.js';

/** The link to the visitor's page, copied or renewed, and the mails that can be sent while the payment is pending. */
function MailActions({ payment }: { payment: PaymentRecord }) {
  const translate = useTranslate();
  const notify = useNotify();
  const { getPaymentLink } = useDataProvider<typeof dataProvider>();
  const [open, setOpen] = useState<ManualMailKind | 'renew'>();
  const label = (name: string) => translate(`resources.mails.actions.${name}`);
  const close = () => setOpen(undefined);

  const link = useWrite({
    mutationKey: ['payments', 'link'],
    mutationFn: (renew: boolean) => getPaymentLink(payment.id, renew),
    onSuccess: async (url, renewed) => {
      close();
      try {
        await navigator.clipboard.writeText(url);
        notify(renewed ? 'resources.mails.linkRenewed' : 'resources.mails.linkCopied', { type: 'success' });
      } catch {
        // The browser refused, or the page came without TLS, where there is no clipboard.
        notify('resources.mails.link', { type: 'info', messageArgs: { url }, autoHideDuration: null });
      }
    },
    onError: (error) => {
      close();
      notify(errorMessage(error, messages.paymentLink), { type: 'error' });
    },
  });

  const calendar = useCalendar();
  const isPending = payment.status === 'pending';
  // oxlint-disable-next-line react/purity -- A screen shows the time at which it is drawn.
  const isOverdue = overdueDays(payment, new Date(), calendar) > 0;

  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, px: 2, pb: 2 }}>
      <Button variant="outlined" loading={link.isPending} onClick={() => link.mutate(false)}>
        {label('copyLink')}
      </Button>
      <Button variant="outlined" onClick={() => setOpen('renew')}>
        {label('renewLink')}
      </Button>
      {isPending && (
        <Button variant="outlined" onClick={() => setOpen('instructions')}>
          {label('instructions')}
        </Button>
      )}
      {isOverdue && (
        <Button variant="outlined" onClick={() => setOpen('reminder')}>
          {label('reminder')}
        </Button>
      )}
      <Confirm
        isOpen={open === 'renew'}
        title={label('renewLink')}
        content={translate('resources.mails.renewText', { reference: payment.referenceNumber })}
        confirm={label('renewLink')}
        loading={link.isPending}
        onConfirm={() => link.mutate(true)}
        onClose={close}
      />
      {(open === 'instructions' || open === 'reminder') && (
        <SendMailDialog payments={[payment]} kind={open} onClose={close} />
      )}
    </Box>
  );
}

/** The mails about the payment in context, and the buttons to send some by hand. */
export function PaymentMails() {
  const translate = useTranslate();
  const payment = useRecordContext<PaymentRecord>();
  if (!payment) return null;
  return (
    <MailSection owner={{ paymentId: payment.id }} empty={translate('resources.mails.none')}>
      <Permitted to="write" resource="payments">
        <MailActions payment={payment} />
      </Permitted>
    </MailSection>
  );
}
