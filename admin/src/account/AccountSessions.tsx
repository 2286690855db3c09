import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDataProvider, useNotify, useTranslate } from 'react-admin';
import { formatDateTime } from '#domain/dates';
import { messages } from '#domain/messages';
import { ErrorAlert } from '../ui/common/ErrorAlert.js';
import { Section } from '../ui/common/Section.js';
import type { dataProvider } from '../data/dataProvider.js';
import { errorMessage } from '../../../browser/http.js';
import { pageQuery } from '../data/queryClient.js';
import { useWrite } from '../data/useWrite.js';
import { accountRow } from './accountRow.js';

/** The sessions of the account; each of the others can be ended, or all of them at once. */
export function AccountSessions() {
  const translate = useTranslate();
  const notify = useNotify();
  const client = useQueryClient();
  const { getSessions, endSessions } = useDataProvider<typeof dataProvider>();
  const label = (name: string, options?: object) => translate(`admin.account.sessions.${name}`, options);
  const { data, error, refetch } = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => getSessions(signal),
    ...pageQuery,
  });
  const end = useWrite({
    mutationKey: ['account', 'endSessions'],
    mutationFn: endSessions,
    onSuccess: (_, { length }) => notify(label('ended', { smart_count: length }), { type: 'success' }),
    onError: (failure) => notify(errorMessage(failure, messages.endSession), { type: 'error' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['sessions'] }),
  });
  const others = data?.filter(({ current }) => !current) ?? [];

  return (
    <Section
      flush
      title={label('title')}
      isBusy={!data && !error}
      action={
        others.length > 1 && (
          <Button loading={end.isPending} onClick={() => end.mutate(others.map(({ _id }) => _id))}>
            {label('endOthers')}
          </Button>
        )
      }
    >
      {data ? (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {data.map(({ _id, current, device, address, createdAt, lastUsedAt }) => (
            <Box component="li" key={_id} sx={accountRow}>
              <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                <Typography sx={{ fontWeight: 600 }}>{device}</Typography>
                <Typography variant="body2" color="text.secondary">
                  {label('used', { address: address || label('unknown'), time: formatDateTime(lastUsedAt) })}
                </Typography>
                <Typography variant="body2" color="text.secondary">
                  {label('since', { time: formatDateTime(createdAt) })}
                </Typography>
              </Box>
              {current ? (
                <Chip color="primary" label={label('current')} />
              ) : (
                <Button
                  variant="outlined"
                  disabled={end.isPending}
                  aria-label={label('endOf', { device })}
                  onClick={() => end.mutate([_id])}
                >
                  {label('end')}
                </Button>
              )}
            </Box>
          ))}
        </Box>
      ) : error ? (
        <Box sx={{ p: 2 }}>
          <ErrorAlert error={error} fallback={messages.fetchSessions} onRetry={() => void refetch()} />
        </Box>
      ) : (
        <Box sx={{ p: 2 }}>
          <Skeleton variant="rounded" height={90} />
        </Box>
      )}
    </Section>
  );
}
