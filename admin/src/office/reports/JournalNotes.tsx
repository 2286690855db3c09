import { Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useGetList } from 'react-admin';
import { messages } from '#domain/platform/messages';
import { useCall } from '../../data/useCall.js';
import { useHasDocuments } from '../../data/useHas.js';
import { ErrorAlert } from '../../ui/common/ErrorAlert.js';
import { TextLink } from '../../ui/common/TextLink.js';
import { withoutPaperPath } from '../../ui/paths.js';
import { useTexts } from '../../ui/i18n/useTranslate.js';

/** The sales of which there is no paper: nothing without any. */
function WithoutPaper() {
  const label = useTexts('resources.reports.books');
  const { total = 0 } = useGetList('payments', {
    pagination: { page: 1, perPage: 1 },
    filter: { withoutPaper: 'true' },
  });
  if (!total) return null;
  return (
    <Typography variant="body2" sx={{ px: 2, py: 1 }}>
      {label('withoutPaper', { smart_count: total })}{' '}
      <TextLink to={withoutPaperPath} underline="always">
        {label('showWithoutPaper')}
      </TextLink>
    </Typography>
  );
}

/** Says which accounts of the journal have no name of their own yet, and how many sales have no paper. */
export function JournalNotes() {
  const label = useTexts('resources.reports.books');
  const hasDocuments = useHasDocuments();
  const call = useCall();
  const { data, error, refetch } = useQuery({
    queryKey: ['bank-accounts', 'journal'],
    queryFn: ({ signal }) => call('GET /books/accounts', { signal }),
  });
  const names = (data?.accounts ?? [])
    .filter(({ key, of, isDefault }) => isDefault && key !== 'xeroTaxRate' && (key !== 'bank' || of))
    .map(({ name }) => name);
  return (
    <>
      {error && !data && (
        <ErrorAlert error={error} fallback={messages.fetchAccounts} onRetry={() => void refetch()} />
      )}
      {hasDocuments && <WithoutPaper />}
      {names.length > 0 && (
        <Typography variant="body2" color="text.secondary" sx={{ px: 2, py: 1 }}>
          {label('accounts', { names: [...new Set(names)].join(', ') })}
        </Typography>
      )}
    </>
  );
}
