import CloseIcon from '@mui/icons-material/Close';
import { Alert, Button, IconButton } from '@mui/material';
import { useCloseNotification } from 'react-admin';
import { isReaddressable, type ListedMail } from '#domain/mail/mail';
import { versionOf } from '../data/recordCache.js';
import { useCall, useWrite } from '../data/useCall.js';
import { useCan } from '../data/session/role.js';
import { newestRecords } from '../data/records.js';
import { useTellQueued } from './useMailsOf.js';
import { useTranslate } from '../ui/i18n/useTranslate.js';

/** Says by `saved` that an email was corrected whose last mail failed, and sends that mail again, to the corrected address. */
function ResendNotice({ saved, mail, to }: { saved: string; mail: ListedMail; to: string }) {
  const translate = useTranslate();
  const tellQueued = useTellQueued();
  const close = useCloseNotification();
  const sending = useWrite({
    mutationKey: ['mails', 'change'],
    mutationFn: (_, call) =>
      call('POST /mails/{id}/resend', { id: mail._id, body: { to, version: versionOf(mail) } }),
    onSuccess: (sent) => {
      close();
      tellQueued([sent]);
    },
    tellsFailure: true,
  });
  return (
    <Alert
      severity="warning"
      variant="filled"
      role="status"
      sx={{
        flexWrap: { xs: 'wrap', sm: 'nowrap' },
        maxWidth: 640,
        '& .MuiAlert-message': { flex: '1 1 200px', overflowWrap: 'anywhere' },
        '& .MuiButton-root': { whiteSpace: 'nowrap' },
      }}
      action={
        <>
          <Button color="inherit" loading={sending.isPending} onClick={() => sending.mutate()}>
            {translate('resources.mails.actions.resend')}
          </Button>
          <IconButton color="inherit" aria-label={translate('ra.action.close')} onClick={close}>
            <CloseIcon fontSize="small" />
          </IconButton>
        </>
      }
    >
      {translate('resources.mails.failedBefore', { saved, subject: mail.subject, to: mail.to })}
    </Alert>
  );
}

/** Returns a function that resolves to the offer to send a corrected customer's last mail again, where it failed. */
export function useResendNotice() {
  const call = useCall();
  const canSend = useCan('write', 'mails');
  return async (customerId: string, to: string, saved: string) => {
    if (!canSend) return undefined;
    const [mail] = await call('GET /mails', { query: { ...newestRecords, filter: { customerId } } }).then(
      ({ mails }) => mails,
      // The customer's page, which is shown now, says that its mails could not be read.
      () => [],
    );
    if (!mail || mail.state !== 'failed' || !isReaddressable(mail) || mail.to === to) return undefined;
    return <ResendNotice saved={saved} mail={mail} to={to} />;
  };
}
