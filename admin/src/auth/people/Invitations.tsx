import { Box, Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { formatDateTime } from '#domain/platform/dates';
import { messages } from '#domain/platform/messages';
import type { Invitation } from '#domain/auth/people';
import { roleNames } from '#domain/platform/roles';
import { useCall } from '../../data/useCall.js';
import { pageQuery } from '../../data/queryClient.js';
import { errorMessage } from '#browser/http';
import { EmailText } from '#browser/EmailText';
import { EmptyState } from '../../ui/common/EmptyState.js';
import { NotLoaded } from '../../ui/common/NotLoaded.js';
import { Section } from '../../ui/common/Section.js';
import { usePersonWrite } from './PersonMenu.js';
import { useTexts } from '../../ui/i18n/useTranslate.js';

interface InvitationRowProps {
  invitation: Invitation;
  /** Called with the invitation as it was sent again. */
  onSent: (invitation: Invitation) => void;
}

/** One open invitation: to whom, as what, until when. */
function InvitationRow({ invitation, onSent }: InvitationRowProps) {
  const label = useTexts('resources.people.invitations');
  const notify = useNotify();
  const call = useCall();
  const { _id: id, email, role, invitedBy: name, expiresAt } = invitation;
  const onError = (error: Error) => notify(errorMessage(error, messages.changePerson), { type: 'error' });
  const resend = usePersonWrite({
    act: () => call('POST /people/invitations/{id}/resend', { id }),
    done: 'invitations.resent',
    named: { email },
    onDone: onSent,
    onError,
  });
  const withdraw = usePersonWrite({
    act: () => call('DELETE /people/invitations/{id}', { id }),
    done: 'invitations.withdrawn',
    named: { email },
    onError,
  });
  return (
    <Box component="li" sx={rowStyle}>
      <Box sx={{ flex: '1 1 16rem', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: 600 }}>
          <EmailText email={email} />
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {label('by', { role: roleNames[role], name, time: formatDateTime(expiresAt) })}
        </Typography>
      </Box>
      <Button
        variant="outlined"
        loading={resend.isPending}
        aria-label={label('resendOf', { email })}
        onClick={() => resend.mutate()}
      >
        {label('resend')}
      </Button>
      <Button
        variant="outlined"
        color="error"
        loading={withdraw.isPending}
        aria-label={label('withdrawOf', { email })}
        onClick={() => withdraw.mutate()}
      >
        {label('withdraw')}
      </Button>
    </Box>
  );
}

const rowStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  px: 2,
  py: 1.5,
  borderTop: 1,
  borderColor: 'divider',
} as const;

/** The invitations that were neither accepted nor withdrawn. */
export function Invitations({ onSent }: { onSent: (invitation: Invitation) => void }) {
  const label = useTexts('resources.people.invitations');
  const call = useCall();
  const { data, error, refetch } = useQuery({
    queryKey: ['invitations'],
    queryFn: ({ signal }) => call('GET /people/invitations', { signal }),
    select: ({ invitations }) => invitations,
    ...pageQuery,
  });
  return (
    <Box sx={{ mt: 3 }}>
      <Section flush title={label('title')} isBusy={!data && !error}>
        {!data ? (
          <NotLoaded error={error} fallback={messages.fetchPeople} refetch={refetch} height={88} isFlush />
        ) : data.length === 0 ? (
          <EmptyState title={label('empty')} hint={label('hint')} />
        ) : (
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {data.map((invitation) => (
              <InvitationRow key={invitation._id} invitation={invitation} onSent={onSent} />
            ))}
          </Box>
        )}
      </Section>
    </Box>
  );
}
