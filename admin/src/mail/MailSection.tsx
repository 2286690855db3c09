import { Box, Button, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { Confirm, ReferenceField, useNotify, useRecordContext } from 'react-admin';
import { formatTime } from '#domain/platform/dates';
import { isReaddressable, mailKindNames, type MailPage, type ManualMailKind } from '#domain/mail/mail';
import { formatCounted } from '#domain/platform/numbers';
import { printFragment } from '#domain/visitor/orders';
import { overdueDays } from '#domain/payments/overdue';
import { isSettled } from '#domain/payments/payments';
import { useWrite } from '../data/useCall.js';
import type { CustomerRecord, PaymentRecord } from '../data/records.js';
import { type MailOwner, useMailsOf, useRefreshWhileUnsent } from './useMailsOf.js';
import { useCalendar } from '../data/useCounts.js';
import { EmailText } from '#browser/EmailText';
import { EmptyState, NotLoaded, Section } from '../ui/common/Section.js';
import { Table } from '../ui/common/Table.js';
import { DateField, Hint, TextLink } from '../ui/common/fields.js';
import { Permitted } from '../ui/page/Permitted.js';
import { mailPath, paymentPath } from '../ui/paths.js';
import { CorrectAddressButton } from './CorrectAddress.js';
import { MailStateChip } from './fields.js';
import { SendMailDialog } from './SendMailDialog.js';
import { textsOf, useTranslate } from '../ui/i18n/useTranslate.js';

/** The uses of the link to the visitor's page. */
type LinkUse = 'copyLink' | 'openPage' | 'printReceipt' | 'renewLink';

/** The link to the visitor's page, copied, opened or renewed, and the mails that can be sent while the payment is pending. */
function MailActions({ payment }: { payment: PaymentRecord }) {
  const translate = useTranslate();
  const notify = useNotify();
  const [open, setOpen] = useState<ManualMailKind | 'renew'>();
  const label = textsOf(translate, 'resources.mails.actions');
  const close = () => setOpen(undefined);
  /** Closes the question about an act; another dialog may have been opened meanwhile. */
  const closeRenewal = (use: LinkUse) => use === 'renewLink' && close();

  const link = useWrite({
    mutationKey: ['payments', 'link'],
    about: (use: LinkUse) => use,
    mutationFn: (use: LinkUse, call) =>
      call('POST /payments/{id}/link', { id: payment.id, body: { renew: use === 'renewLink' } }),
    onSuccess: async ({ url }, use) => {
      closeRenewal(use);
      const show = () =>
        notify('resources.mails.link', { type: 'info', messageArgs: { url }, autoHideDuration: null });
      if (use === 'openPage' || use === 'printReceipt') {
        const tab = window.open(use === 'printReceipt' ? `${url}${printFragment}` : url, '_blank');
        // The browser may refuse to open a tab.
        if (tab) tab.opener = null;
        else show();
        return;
      }
      try {
        await navigator.clipboard.writeText(url);
        const told = use === 'renewLink' ? 'resources.mails.linkRenewed' : 'resources.mails.linkCopied';
        notify(told, { type: 'success' });
      } catch {
        // The browser refused, or the page came without TLS, where there is no clipboard.
        show();
      }
    },
    tellsFailure: true,
    onError: (_error, use) => closeRenewal(use),
  });
  const isBusyWith = (use: LinkUse) => link.isPending && link.variables === use;

  const calendar = useCalendar();
  const isAsked = payment.status === 'pending' && payment.due > 0;
  const uses: readonly LinkUse[] = [
    'copyLink',
    'openPage',
    ...(isSettled(payment.status) ? ['printReceipt' as const] : []),
  ];
  // oxlint-disable-next-line react/purity -- A screen shows the time at which it is drawn.
  const isOverdue = overdueDays(payment, new Date(), calendar) > 0;

  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, px: 2, pb: 2 }}>
      {uses.map((use) => (
        <Button key={use} variant="outlined" loading={isBusyWith(use)} onClick={() => link.mutate(use)}>
          {label(use)}
        </Button>
      ))}
      <Button variant="outlined" onClick={() => setOpen('renew')}>
        {label('renewLink')}
      </Button>
      {isAsked && (
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
        loading={isBusyWith('renewLink')}
        onConfirm={() => link.mutate('renewLink')}
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

/** The mails about the payments of the customer in context. */
export function CustomerMails() {
  const translate = useTranslate();
  const customer = useRecordContext<CustomerRecord>();
  if (!customer) return null;
  return (
    <MailSection owner={{ customerId: customer.id }} empty={translate('resources.mails.noneOfCustomer')} />
  );
}

/** Mails, each linked to its page; says where there are more. */
function MailTable({ mails, pagination, namesPayments }: MailPage & { namesPayments: boolean }) {
  const translate = useTranslate();
  const label = textsOf(translate, 'resources.mails');
  return (
    <>
      <Table
        aria-label={translate('resources.mails.title')}
        columns={[label('date'), label('mail'), label('state')]}
      >
        <tbody>
          {mails.map((mail) => (
            <tr key={mail._id}>
              <td>
                <DateField source={mail.sentAt ? 'sentAt' : 'createdAt'} record={mail} />
                <Typography variant="caption" color="text.secondary" sx={{ display: 'block' }}>
                  {formatTime(mail.sentAt ?? mail.createdAt)}
                </Typography>
              </td>
              <td>
                <TextLink to={mailPath(mail._id)}>{mailKindNames[mail.kind] ?? mail.kind}</TextLink>
                {namesPayments && mail.paymentId && (
                  // The line is there before its text, so that the rows stay where they are.
                  <Box sx={{ minHeight: '1.5em' }}>
                    <ReferenceField
                      source="paymentId"
                      reference="payments"
                      record={mail}
                      link={({ id }) => paymentPath(id)}
                    />
                  </Box>
                )}
                <Typography
                  variant="caption"
                  color="text.secondary"
                  sx={{ display: 'block', overflowWrap: 'anywhere' }}
                >
                  <EmailText email={mail.to} />
                  {mail.state !== 'sent' && mail.smtpResponse && <span>{` · ${mail.smtpResponse}`}</span>}
                </Typography>
              </td>
              <td>
                <MailStateChip {...mail} />
                {!namesPayments && mail.state === 'failed' && !mail.dismissed && isReaddressable(mail) && (
                  <CorrectAddressButton size="small" sx={{ display: 'block', mt: 0.5 }} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {pagination.total > mails.length && (
        <Hint sx={{ px: 2, py: 1 }}>
          {translate('resources.mails.more', {
            shown: mails.length,
            total: formatCounted(pagination.total, pagination.atLeast ?? false),
          })}
        </Hint>
      )}
    </>
  );
}

/** The mails about a payment or to a customer, newest first, each linked to its page; `empty` where there are none. */
function MailSection({ owner, empty, children }: { owner: MailOwner; empty: string; children?: ReactNode }) {
  const translate = useTranslate();
  const { data, error, refetch } = useMailsOf(owner, {
    // The server sends mails by itself, so cached states may be outdated.
    staleTime: 0,
  });
  useRefreshWhileUnsent(data?.mails, refetch);

  let content: ReactNode;
  if (data)
    content = data.mails.length ? (
      <MailTable {...data} namesPayments={'customerId' in owner} />
    ) : (
      <EmptyState title={empty} />
    );
  else content = <NotLoaded error={error} refetch={refetch} height={122} isFlush />;
  return (
    <Section title={translate('resources.mails.title')} flush isBusy={!data && !error}>
      {children}
      {content}
    </Section>
  );
}
