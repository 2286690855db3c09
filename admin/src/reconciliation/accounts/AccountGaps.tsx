import { useQuery } from '@tanstack/react-query';
import Typography from '@mui/material/Typography';
import { useDataProvider, useTranslate } from 'react-admin';
import { formatDay } from '#domain/dates';
import { formatNamedMoney } from '#domain/money';
import type { BankAccountRecord } from '../../data/reconciliationMethods.js';
import type { dataProvider } from '../../data/dataProvider.js';

/** Number of an account's gaps that are shown, newest first. */
const shownGaps = 3;

/** The days of an account that no imported statement holds, by the statements' own balances. */
export function AccountGaps({ account: { id, currency } }: { account: BankAccountRecord }) {
  const translate = useTranslate();
  const { getStatementGaps } = useDataProvider<typeof dataProvider>();
  const { data: gaps = [] } = useQuery({
    // An import may close a gap, and open one.
    queryKey: ['statements', 'gaps', id],
    queryFn: () => getStatementGaps(id),
  });
  return gaps.slice(0, shownGaps).map(({ after, before, difference }) => (
    <Typography key={after} variant="body2" color="text.secondary">
      {translate('resources.reconcile.accounts.gap', {
        ...{ after: formatDay(after), before: formatDay(before) },
        amount: formatNamedMoney(difference, currency),
      })}
    </Typography>
  ));
}
