import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import { signInWayNames } from '#domain/secondFactor';
import type { dataProvider } from '../data/dataProvider.js';
import { pageQuery } from '../data/queryClient.js';
import { EmptyState } from '../ui/common/EmptyState.js';
import { ErrorAlert } from '../ui/common/ErrorAlert.js';
import { TimeText } from '../ui/common/TimeText.js';
import { Section } from '../ui/common/Section.js';
import { Table } from '../ui/common/Table.js';

/** The last sign-ins of the account: time, device, address, and by what. */
export function AccountSignIns() {
  const translate = useTranslate();
  const { getSignIns } = useDataProvider<typeof dataProvider>();
  const label = (name: string) => translate(`admin.account.signIns.${name}`);
  const { data, error, refetch } = useQuery({
    queryKey: ['account', 'sign-ins'],
    queryFn: ({ signal }) => getSignIns(signal),
    ...pageQuery,
  });
  return (
    <Section flush title={label('title')} isBusy={!data && !error}>
      {!data ? (
        <Box sx={{ p: 2 }}>
          {error ? (
            <ErrorAlert error={error} fallback={messages.fetchAccount} onRetry={() => void refetch()} />
          ) : (
            <Skeleton variant="rounded" height={120} />
          )}
        </Box>
      ) : data.length === 0 ? (
        <EmptyState title={label('empty')} />
      ) : (
        <Table aria-label={label('title')} data-whole-words data-stacked isScrollable>
          <thead>
            <tr>
              {['time', 'device', 'address', 'how'].map((name) => (
                <th key={name} scope="col">
                  {label(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.map(({ _id, at, device, address, how }) => (
              <tr key={_id}>
                <td data-nowrap>
                  <TimeText value={at} />
                </td>
                <td>{device}</td>
                <td>{address}</td>
                <td>{signInWayNames[how]}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Section>
  );
}
