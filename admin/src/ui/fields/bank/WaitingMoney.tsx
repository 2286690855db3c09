import { Alert } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { formatDay } from '#domain/platform/dates';
import { formatNamedMoney, totalsByCurrency } from '#domain/platform/money';
import { useCall } from '../../../data/useCall.js';
import { useCan } from '../../../data/session/role.js';
import { ErrorAlert } from '../../common/Section.js';
import { TextLink } from '../../common/fields.js';
import { transactionsPath } from '../../paths.js';
import { useTranslate } from '../../i18n/useTranslate.js';

/** "CA$2,096.85 from this payer waits in Reconcile", with its transactions; nothing where there is none. */
export function WaitingMoney({ customerId }: { customerId: string }) {
  const translate = useTranslate();
  const call = useCall();
  const { data, error, refetch, isLoading } = useQuery({
    queryKey: ['bank-transactions', 'waiting', customerId],
    queryFn: async ({ signal }) =>
      (await call('GET /customers/{id}/waiting-money', { id: customerId, signal })).transactions,
    enabled: useCan('read', 'bank-transactions') && customerId !== '',
  });
  // The columns below it wait (SectionColumns).
  if (isLoading) return <span hidden aria-busy />;
  if (error && !data) return <ErrorAlert error={error} refetch={refetch} />;
  if (!data?.length) return null;
  const sums = totalsByCurrency(data).map(({ amount, currency }) => formatNamedMoney(amount, currency));
  const amount = sums.join(' + ');
  return (
    <Alert severity="info">
      <span>{translate('resources.customers.waiting', { smart_count: data.length, amount })}</span>
      {data.map(({ _id, day, state, ...money }) => (
        <div key={_id}>
          <TextLink to={transactionsPath({ state }, _id)} sx={{ paddingBlock: { xs: '15px', sm: 0 } }}>
            {formatDay(day)}, {formatNamedMoney(money.amount, money.currency)}
          </TextLink>
        </div>
      ))}
    </Alert>
  );
}
