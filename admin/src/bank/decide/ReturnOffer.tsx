import { Alert, Button, Stack } from '@mui/material';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { formatDay } from '#domain/platform/dates';
import { formatNamedMoney, plainAmount } from '#domain/platform/money';
import type { TransactionState } from '#domain/bank/reconciliation';
import type { TransactionRecord } from '../../data/records.js';
import { TextLink } from '../../ui/common/fields.js';
import { transactionsPath } from '../../ui/paths.js';
import { returnsOf } from './offsetPlan.js';
import { transactionTitle } from './transactionText.js';
import type { DecisionProps } from './useTransactionActions.js';
import { textsOf, useTranslate } from '../../ui/i18n/useTranslate.js';

/** The newest transactions of an amount; none where that fails, as a return can be matched at its own row. */
function useRows(amount: number, state: TransactionState): readonly TransactionRecord[] {
  const { data = [] } = useGetList<TransactionRecord>(
    'bank-transactions',
    {
      filter: { search: plainAmount(amount), state },
      pagination: { page: 1, perPage: 50 },
      sort: { field: 'day', order: 'DESC' },
    },
    { gcTime: 0, onError: () => {} },
  );
  return data;
}

/** Offers to tie what is left of an incoming transaction to the outgoing one that sent it back, as soon as that is there. */
export function ReturnOffer({ transaction, actions }: DecisionProps) {
  const translate = useTranslate();
  const { rest, currency } = transaction;
  const ignored = useRows(rest, 'ignored');
  const inReview = useRows(rest, 'review');
  const found = returnsOf(transaction, [...ignored, ...inReview]);
  const [offeredId, setOfferedId] = useState<string>();
  // Once: the next row must not slide under the button where a colleague has matched this one meanwhile.
  if (found[0] && offeredId === undefined) setOfferedId(found[0].id);
  const outgoing = found.find(({ id }) => id === offeredId);
  const failure = actions.failure?.id === offeredId ? actions.failure?.message : undefined;
  if (!outgoing) return failure ? <Alert severity="error">{failure}</Alert> : null;
  const label = textsOf(translate, 'resources.reconcile.returnOffer', {
    amount: formatNamedMoney(rest, currency),
    name: transactionTitle(outgoing),
    day: formatDay(outgoing.day),
  });
  const { id, version } = outgoing;
  return (
    <Alert severity={failure ? 'error' : 'info'}>
      <span>{failure ?? label('text')}</span>
      <Stack direction="row" useFlexGap spacing={2} sx={{ mt: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          aria-label={label('submitOf')}
          loading={actions.busyWith(id) !== undefined}
          onClick={() =>
            actions.match(outgoing, { kind: 'return', transactionId: transaction.id, amount: rest, version })
          }
        >
          {label('submit')}
        </Button>
        <TextLink to={transactionsPath({ state: outgoing.state }, id)}>{label('open')}</TextLink>
      </Stack>
    </Alert>
  );
}
