import PreviousIcon from '@mui/icons-material/ChevronLeft';
import NextIcon from '@mui/icons-material/ChevronRight';
import { Alert, Box, Button, Checkbox, FormControlLabel, IconButton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FunctionField, SimpleShowLayout, TextField, useDataProvider } from 'react-admin';
import { EmailText } from '#browser/EmailText';
import { errorMessage } from '#browser/http';
import { newKey } from '#browser/newKey';
import { formatDate } from '#domain/platform/dates';
import { languageNames } from '#domain/platform/languages';
import type { Mail, MailPreview, ManualMailKind } from '#domain/mail/mail';
import { messages } from '#domain/platform/messages';
import { type ListedOverduePayment, type ReminderDoubt, reminderDoubt } from '#domain/payments/overdue';
import { isUnanswered } from '../data/session/untilAnswered.js';
import { useCall, useWrite } from '../data/useCall.js';
import type { dataProvider } from '../data/dataProvider.js';
import { useCalendar } from '../data/useCounts.js';
import { NotLoaded } from '../ui/common/Section.js';
import { TitledDialog } from '../ui/common/TitledDialog.js';
import { MailContent } from './MailContent.js';
import { useTellQueued } from './useMailsOf.js';
import { textsOf, useTexts, useTranslate } from '../ui/i18n/useTranslate.js';

interface MailPagerProps {
  payments: { id: string; referenceNumber: string; lastReminderAt?: string }[];
  kind: ManualMailKind;
}

/** Previews of the mails about payments, one at a time. */
function MailPager({ payments, kind }: MailPagerProps) {
  const label = useTexts('resources.mails');
  const call = useCall();
  const [at, setAt] = useState(0);
  const { id = '', lastReminderAt } = payments[at] ?? {};
  const { data, error, refetch } = useQuery({
    queryKey: ['mails', 'preview', id, kind],
    queryFn: ({ signal }) => {
      const given = { id, body: { kind, preview: true }, failure: messages.fetchMails, signal };
      return call('POST /payments/{id}/mails', given) as Promise<MailPreview>;
    },
    gcTime: 0,
    staleTime: 0,
  });

  return (
    <>
      {payments.length > 1 && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
          <IconButton aria-label={label('pager.previous')} disabled={at === 0} onClick={() => setAt(at - 1)}>
            <PreviousIcon />
          </IconButton>
          <Typography role="status" sx={{ flex: 1, textAlign: 'center', fontVariantNumeric: 'tabular-nums' }}>
            {label('pager.position', { number: at + 1, total: payments.length })}
          </Typography>
          <IconButton
            aria-label={label('pager.next')}
            disabled={at === payments.length - 1}
            onClick={() => setAt(at + 1)}
          >
            <NextIcon />
          </IconButton>
        </Box>
      )}
      {kind === 'reminder' && lastReminderAt && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {label('remindedBefore', { date: formatDate(lastReminderAt) })}
        </Alert>
      )}
      {data ? (
        <>
          <SimpleShowLayout record={{ ...data, id: 'preview' }}>
            <FunctionField label="resources.mails.fields.to" render={() => <EmailText email={data.to} />} />
            <FunctionField
              label="resources.payments.fields.language"
              render={() => languageNames[data.language]}
            />
            <TextField source="subject" label="resources.mails.subject" />
          </SimpleShowLayout>
          <Box sx={{ mt: 1 }}>
            <MailContent mail={data} />
          </Box>
        </>
      ) : (
        <NotLoaded error={error} fallback={messages.fetchMails} refetch={refetch} height={320} />
      )}
    </>
  );
}

type AskedPayment = MailPagerProps['payments'][number] &
  Partial<Pick<ListedOverduePayment, 'mayHaveArrived'>>;

/** Reads what speaks against a reminder of each of several payments now; the list may have been read before. */
function useDoubts(payments: readonly AskedPayment[], kind: ManualMailKind) {
  const { getMany } = useDataProvider<typeof dataProvider>();
  const calendar = useCalendar();
  const ids = payments.map(({ id }) => id);
  const isAsked = kind === 'reminder' && ids.length > 1;
  const { data, error, refetch } = useQuery({
    queryKey: ['overdue', 'doubts', ids],
    queryFn: ({ signal }) => getMany<AskedPayment>('overdue', { ids, signal }),
    enabled: isAsked,
    gcTime: 0,
    staleTime: 0,
  });
  const known = new Map(data?.data.map((payment) => [payment.id, payment]));
  // oxlint-disable-next-line react/purity -- A screen shows the time at which it is drawn.
  const now = new Date();
  const doubts = new Map(
    payments.flatMap((payment) => {
      const doubt = isAsked && reminderDoubt({ ...payment, ...known.get(payment.id) }, now, calendar);
      return doubt ? [[payment.id, doubt] as const] : [];
    }),
  );
  return { doubts, isReady: !isAsked || data !== undefined, error, refetch };
}

interface DoubtsAlertProps {
  doubts: readonly ReminderDoubt[];
  isIncluded: boolean;
  onInclude: (isIncluded: boolean) => void;
}

/** "2 may have arrived, 1 was reminded today": they are left out, unless they are included. */
function DoubtsAlert({ doubts, isIncluded, onInclude }: DoubtsAlertProps) {
  const translate = useTranslate();
  const label = (name: string, count: number) =>
    translate(`resources.mails.doubts.${name}`, { smart_count: count });
  const parts = (['mayHaveArrived', 'reminded'] as const).flatMap((doubt) => {
    const count = doubts.filter((one) => one === doubt).length;
    return count ? [label(doubt, count)] : [];
  });
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      <span>
        {[`${parts.join(', ')}.`, !isIncluded && label('leftOut', doubts.length)].filter(Boolean).join(' ')}
      </span>
      <div>
        <FormControlLabel
          control={<Checkbox checked={isIncluded} onChange={(event) => onInclude(event.target.checked)} />}
          label={label('include', doubts.length)}
        />
      </div>
    </Alert>
  );
}

/** The mail that was queued about a payment, or why none was. */
interface SendResult {
  id: string;
  mail?: Mail;
  message?: string;
}

interface SendMailDialogProps {
  payments: AskedPayment[];
  kind: ManualMailKind;
  /** Called with the ids of the payments whose mails were queued. */
  onSent?: (ids: string[]) => void;
  onClose: () => void;
}

/** Previews one mail for each payment, sends them, and lists those that could not be sent. */
export function SendMailDialog({ payments, kind, onSent, onClose }: SendMailDialogProps) {
  const translate = useTranslate();
  const label = textsOf(translate, 'resources.mails');
  const tellQueued = useTellQueued();
  // Mails go to exactly the payments that were previewed, even if the list changes meanwhile.
  const [selected] = useState(payments);
  const { doubts, isReady, error, refetch } = useDoubts(selected, kind);
  const [includesDoubts, setIncludesDoubts] = useState(false);
  // A payment that a mail was tried for stays in the dialog: its reminder of just now makes it doubtful.
  const [tried, setTried] = useState<AskedPayment[]>();
  const asked = tried ?? (includesDoubts ? selected : selected.filter(({ id }) => !doubts.has(id)));
  const [done, setDone] = useState(0);
  const [refused, setRefused] = useState<SendResult[]>([]);
  const counts = { smart_count: asked.length };
  // A mail that is sent again after a lost answer is the same one.
  const [keys] = useState(() => new Map(payments.map(({ id }) => [id, newKey()])));

  const sending = useWrite({
    mutationKey: ['payments', 'sendMails'],
    mutationFn: async (_, call) => {
      const results: SendResult[] = [];
      for (const { id } of asked) {
        try {
          results.push({
            id,
            mail: (await call('POST /payments/{id}/mails', {
              id,
              body: { kind },
              idempotencyKey: keys.get(id)!,
            })) as Mail,
          });
        } catch (failure) {
          const message = isUnanswered(failure)
            ? messages.outcomeUnknown
            : errorMessage(failure, messages.sendMail);
          results.push({ id, message });
        }
        setDone(results.length);
      }
      return results;
    },
    onSuccess: (results) => {
      const sent = results.flatMap(({ id, mail }) => (mail ? [{ id, mail }] : []));
      tellQueued(sent.map(({ mail }) => mail));
      onSent?.(sent.map(({ id }) => id));
      const failed = results.filter(({ mail }) => !mail);
      setRefused(failed);
      setTried(asked);
      if (!failed.length) onClose();
    },
  });

  const isPreviewed = isReady && (refused.length === 0 || asked.length === 1);
  const hasPreview = isPreviewed && asked.length > 0;
  return (
    <TitledDialog
      title={selected.length > 1 ? label(`send.${kind}`, counts) : label(`actions.${kind}`)}
      maxWidth="sm"
      // The buttons stay in their place while a mail is loaded and measured: MUI limits the height to the window's.
      slotProps={{ paper: { sx: isPreviewed ? { height: 840 } : {} } }}
      actions={
        <>
          {sending.isPending && asked.length > 1 && (
            <span role="status">{label('send.progress', { done, total: asked.length })}</span>
          )}
          <Button disabled={sending.isPending} onClick={onClose}>
            <span>{translate(refused.length ? 'ra.action.close' : 'ra.action.cancel')}</span>
          </Button>
          {isPreviewed && (
            <Button
              variant="contained"
              disabled={!asked.length}
              loading={sending.isPending}
              onClick={() => sending.mutate()}
            >
              {selected.length > 1 ? label('send.all', counts) : label('send.one')}
            </Button>
          )}
        </>
      }
      onClose={() => !sending.isPending && onClose()}
    >
      {refused.length > 0 && (
        <Alert severity="error" sx={{ mb: 2 }}>
          <span>
            {asked.length === 1
              ? refused[0]?.message
              : label('send.refused', { smart_count: refused.length })}
          </span>
          {asked.length > 1 && (
            <ul>
              {refused.map(({ id, message }) => (
                <li key={id}>
                  <strong>{selected.find((payment) => payment.id === id)?.referenceNumber}</strong> {message}
                </li>
              ))}
            </ul>
          )}
        </Alert>
      )}
      {!isReady && (
        <NotLoaded error={error} fallback={messages.fetchPayments} refetch={refetch} height={320} />
      )}
      {isReady && doubts.size > 0 && !refused.length && (
        <DoubtsAlert
          doubts={[...doubts.values()]}
          isIncluded={includesDoubts}
          onInclude={setIncludesDoubts}
        />
      )}
      {hasPreview && <MailPager key={asked.length} payments={asked} kind={kind} />}
    </TitledDialog>
  );
}
