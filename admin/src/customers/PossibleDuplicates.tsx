import { Box, Button, Typography } from '@mui/material';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRecordContext } from 'react-admin';
import { duplicateReasonNames, type Duplicates } from '#domain/care/merges';
import { EmailText } from '#browser/EmailText';
import type { CustomerRecord } from '../data/records.js';
import { useCall, useWrite } from '../data/useCall.js';
import { lazyPart } from '../ui/common/lazyPart.js';
import { ErrorAlert, Section } from '../ui/common/Section.js';
import { Hint, TextLink } from '../ui/common/fields.js';
import { Permitted } from '../ui/page/Permitted.js';
import { customerPath } from '../ui/paths.js';
import { useTexts } from '../ui/i18n/useTranslate.js';
import { useShowDialog } from '../ui/page/dialogs.js';

const MergeDialog = lazyPart(() => import('./MergeDialog.js'), 'MergeDialog');

/** Duplicates before the others are asked for: the sums of the customer's payments stand below them. */
const shownDuplicates = 3;

/** The customers that may be the same person as the one in context, each with the reasons; nothing without one. */
export function PossibleDuplicates() {
  const label = useTexts('resources.customers.duplicates');
  const id = useRecordContext<CustomerRecord>()?.id ?? '';
  const call = useCall();
  const showDialog = useShowDialog();
  const [isWhole, setIsWhole] = useState(false);
  const {
    data: pages,
    error,
    isLoading,
    refetch,
    hasNextPage,
    isFetchingNextPage,
    fetchNextPage,
    isFetchNextPageError,
  } = useInfiniteQuery({
    queryKey: ['customers', 'duplicates', id],
    queryFn: ({ pageParam, signal }) =>
      call('GET /customers/{id}/duplicates', { id, query: { page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }: Duplicates) =>
      pagination.page < pagination.pages ? pagination.page + 1 : undefined,
    enabled: id !== '',
  });
  const different = useWrite({
    mutationKey: ['customers', 'setDifferent'],
    about: (from: string) => from,
    mutationFn: (from) => call('POST /customers/{id}/different', { id, body: { from } }),
    tellsFailure: true,
  });
  // The columns below it wait (SectionColumns).
  if (isLoading) return <span hidden aria-busy />;
  const data = pages?.pages.flatMap((page) => page.duplicates) ?? [];
  const hasFailed = error && (!pages || isFetchNextPageError);
  if (!data.length && !hasFailed) return null;
  const shown = isWhole ? data : data.slice(0, shownDuplicates);
  return (
    <Section title={label('title')}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {shown.map(({ customer, reasons }) => (
          <Box component="li" key={customer._id} sx={{ py: 1, overflowWrap: 'anywhere' }}>
            <TextLink to={customerPath(customer._id)}>{customer.fullName}</TextLink>
            <Typography variant="body2">
              <EmailText email={customer.email} />
            </Typography>
            <Hint>{reasons.map((reason) => duplicateReasonNames[reason]).join(' · ')}</Hint>
            <Permitted to="write" resource="customers">
              <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
                <Button
                  variant="outlined"
                  aria-label={label('mergeOf', { name: customer.fullName })}
                  onClick={() =>
                    showDialog((close) => <MergeDialog id={id} from={customer._id} onClose={close} />)
                  }
                >
                  {label('merge')}
                </Button>
                <Button
                  aria-label={label('differentOf', { name: customer.fullName })}
                  loading={different.isPending && different.variables === customer._id}
                  onClick={() => different.mutate(customer._id)}
                >
                  {label('different')}
                </Button>
              </Box>
            </Permitted>
          </Box>
        ))}
      </Box>
      {shown.length < data.length && (
        <Button sx={{ mx: -1 }} onClick={() => setIsWhole(true)}>
          {label('showAll', { smart_count: pages?.pages[0]?.pagination.total ?? data.length })}
        </Button>
      )}
      {hasFailed ? (
        <ErrorAlert error={error} refetch={isFetchNextPageError ? fetchNextPage : refetch} />
      ) : (
        isWhole &&
        hasNextPage && (
          <Button sx={{ mx: -1 }} loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {label('more')}
          </Button>
        )
      )}
    </Section>
  );
}
