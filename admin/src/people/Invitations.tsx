import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import type { Invitation } from '#domain/people';
import type { dataProvider } from '../data/dataProvider.js';
import { pageQuery } from '../data/queryClient.js';
import { EmptyState } from '../ui/common/EmptyState.js';
import { ErrorAlert } from '../ui/common/ErrorAlert.js';
import { Section } from '../ui/common/Section.js';
import { InvitationRow } from './InvitationRow.js';

/** The invitations that were neither accepted nor withdrawn. */
export function Invitations({ onSent }: { onSent: (invitation: Invitation) => void }) {
  const translate = useTranslate();
  const { getInvitations } = useDataProvider<typeof dataProvider>();
  const label = (name: string) => translate(`resources.people.invitations.${name}`);
  const { data, error, refetch } = useQuery({
    queryKey: ['invitations'],
    queryFn: ({ signal }) => getInvitations(signal),
    ...pageQuery,
  });
  return (
    <Box sx={{ mt: 3 }}>
      <Section flush title={label('title')} isBusy={!data && !error}>
        {!data ? (
          <Box sx={{ p: 2 }}>
            {error ? (
              <ErrorAlert error={error} fallback={messages.fetchPeople} onRetry={() => void refetch()} />
            ) : (
              <Skeleton variant="rounded" height={72} />
            )}
          </Box>
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
