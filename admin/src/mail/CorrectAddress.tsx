import { Alert, Box, type ButtonProps } from '@mui/material';
import { useState } from 'react';
import { BooleanInput, TextInput, useNotify, useRecordContext, useReference } from 'react-admin';
import { newKey } from '#browser/newKey';
import { customerRules, emailKey } from '#domain/customers/customers';
import { isEmail } from '#domain/customers/person-fields';
import { formatDate } from '#domain/platform/dates';
import { isReaddressable, type Mail, mailKindNames } from '#domain/mail/mail';
import { isSettled } from '#domain/payments/payments';
import { isUnanswered, untilAnswered } from '../data/session/untilAnswered.js';
import type { CustomerRecord, PaymentRecord } from '../data/records.js';
import { versionOf } from '../data/recordCache.js';
import { useCall, useWrite } from '../data/useCall.js';
import { pageQuery } from '../data/queryClient.js';
import { DialogButton } from '../ui/common/buttons.js';
import { ErrorAlert } from '../ui/common/Section.js';
import { FormDialog } from '../ui/forms/FormDialog.js';
import { useMeantEmail } from '../ui/forms/useMeantEmail.js';
import { useTexts, useTranslate } from '../ui/i18n/useTranslate.js';
import { Permitted } from '../ui/page/Permitted.js';
import { useMailsOf, useTellQueued } from './useMailsOf.js';

interface AddressForm {
  email: string;
  again?: boolean;
}

/** Corrects the address of the payer, says what went to the former one, and sends the instructions or the receipt again. */
function CorrectAddressDialog({ payment, former, onClose }: AddressDialogProps) {
  const label = useTexts('resources.mails.correct');
  const notify = useNotify();
  const tellQueued = useTellQueued();
  const call = useCall();
  const meant = useMeantEmail(former);
  const owner = { paymentId: payment.id };
  const { data, error, isLoading, refetch } = useMailsOf(owner);
  const sent = (data?.mails ?? []).filter(
    (mail) => mail.state === 'sent' && isReaddressable(mail) && emailKey(mail.to) === emailKey(former),
  );
  const receipt = isSettled(payment.status) ? sent.find(({ kind }) => kind === 'paid') : undefined;
  const isAsked = payment.status === 'pending' && payment.due > 0;
  const [idempotencyKey] = useState(newKey);

  /** Queues the mail that went astray; returns what to say where that fails, as the address is corrected already. */
  async function sendAgain(to: string): Promise<string | undefined> {
    try {
      if (receipt) {
        const body = { to, version: versionOf(receipt) };
        tellQueued([await call('POST /mails/{id}/resend', { id: receipt._id, body })]);
      }
      if (!isAsked) return undefined;
      const given = { id: payment.id, body: { kind: 'instructions' }, idempotencyKey } as const;
      tellQueued([(await untilAnswered(() => call('POST /payments/{id}/mails', given))) as Mail]);
      return undefined;
    } catch (error) {
      return isUnanswered(error)
        ? label('mailUnknown')
        : label('correctedOnly', { fault: (error as Error).message });
    }
  }

  const correcting = useWrite({
    mutationKey: ['payments', 'address'],
    mutationFn: async ({ email, again }: AddressForm) => {
      const to = email.trim();
      await call('POST /payments/{id}/address', {
        id: payment.id,
        body: { email: to, version: payment.version },
      });
      return again ? sendAgain(to) : undefined;
    },
    onSuccess: (fault, { email, again }) => {
      if (fault) notify(fault, { type: 'warning', autoHideDuration: null });
      else if (!again) notify(label('corrected', { email: email.trim() }), { type: 'success' });
    },
  });

  const again = receipt ? 'receipt' : isAsked ? 'instructions' : undefined;
  return (
    <FormDialog<AddressForm>
      title={label('title')}
      text={label('text', { former })}
      submit="resources.mails.correct.submit"
      defaultValues={{ email: meant ?? former, again: again !== undefined }}
      write={correcting}
      isReady={() => !isLoading}
      maxWidth="sm"
      onClose={onClose}
    >
      {error && !data && <ErrorAlert error={error} refetch={refetch} />}
      {sent.length > 0 && (
        <Alert severity="warning" sx={{ width: '100%', mb: 2 }}>
          <span>{label('went')}</span>
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {sent.map(({ _id, kind, sentAt, createdAt }) => (
              <li key={_id}>{`${mailKindNames[kind]}, ${formatDate(sentAt ?? createdAt)}`}</li>
            ))}
          </Box>
        </Alert>
      )}
      <TextInput
        autoFocus
        isRequired
        source="email"
        type="email"
        label="resources.mails.correct.email"
        validate={customerRules.email}
      />
      {again && <BooleanInput source="again" label={`resources.mails.correct.${again}`} />}
    </FormDialog>
  );
}

interface AddressDialogProps {
  payment: PaymentRecord;
  /** The address that stands. */
  former: string;
  onClose: () => void;
}

/** Opens the correction of the address to which the mails about the payment in context go. */
export function CorrectAddressButton(props: Pick<ButtonProps, 'fullWidth' | 'size' | 'variant' | 'sx'>) {
  const translate = useTranslate();
  const payment = useRecordContext<PaymentRecord>();
  const id = payment?.customerId;
  const { referenceRecord: customer } = useReference<CustomerRecord>({
    reference: 'customers',
    id: id ?? '',
    options: { ...pageQuery, enabled: Boolean(id) },
  });
  const typed = payment?.paymentDetails?.email;
  const former = isEmail(typed) ? typed.trim() : customer?.email;
  if (!payment || !former || payment.erasedAt || customer?.erasedAt) return null;
  return (
    <Permitted to="write" resource="payments">
      <DialogButton
        {...props}
        dialog={(close) => <CorrectAddressDialog payment={payment} former={former} onClose={close} />}
      >
        {translate('resources.mails.correct.title')}
      </DialogButton>
    </Permitted>
  );
}
