import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import { ErrorAlert } from '../ui/common/ErrorAlert.js';
import { Section } from '../ui/common/Section.js';
import type { dataProvider } from '../data/dataProvider.js';
import { pageQuery } from '../data/queryClient.js';
import { EmailForm } from './EmailForm.js';

/** Name and role, and the email, which can be changed with the password. */
export function AccountEmail() {
  const translate = useTranslate();
  const { getAccount } = useDataProvider<typeof dataProvider>();
  const { data, error, refetch } = useQuery({
    queryKey: ['account'],
    queryFn: ({ signal }) => getAccount(signal),
    ...pageQuery,
  });
  return (
    <Section title={translate('admin.account.profile')} isBusy={!data && !error}>
      {data ? (
        <EmailForm account={data} />
      ) : error ? (
        <ErrorAlert error={error} fallback={messages.fetchAccount} onRetry={() => void refetch()} />
      ) : (
        <Skeleton variant="rounded" height={205} />
      )}
    </Section>
  );
}
