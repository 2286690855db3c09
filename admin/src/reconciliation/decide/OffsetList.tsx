import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { formatDateTime, formatDay } from '#domain/dates';
import { formatNamedMoney } from '#domain/money';
import { TextLink } from '../../ui/common/TextLink.js';
import { payoutPath, transactionsPath } from '../../ui/paths.js';
import { PartRows } from './PartRows.js';
import type { TransactionRecord } from '../../data/reconciliationMethods.js';
import type { TransactionActions } from './useTransactionActions.js';
import { useCan } from '../../session/role.js';

interface OffsetListProps {
  transaction: TransactionRecord;
  actions: TransactionActions;
}

/** The parts of a transaction that one of the opposite direction takes back, each linked to that one. */
export function OffsetList({ transaction, actions }: OffsetListProps) {
  const translate = useTranslate();
  const { id, amount: whole, currency, allocations, offsets = [] } = transaction;
  const label = (name: string, options?: object) => translate(`resources.reconcile.${name}`, options);
  const of = (amount: number, day: string) => ({
    amount: formatNamedMoney(amount, currency),
    day: formatDay(day),
  });
  const canWrite = useCan('write', 'bank-transactions');
  const canUndo = canWrite && allocations.length + offsets.length > 1;
  return (
    <div>
      <Typography variant="h3" component="h2" id="transaction-offsets">
        {label(offsets.every(({ kind }) => kind === 'payout') ? 'payout.payout' : 'outgoingKind.taken')}
      </Typography>
      <PartRows aria-labelledby="transaction-offsets">
        {offsets.map(({ _id, kind, amount, transactionId, payoutId, day, payer, note, by, at }) => (
          <li key={_id}>
            <div>
              {label(`outgoingKind.parts.${kind}`)} ·{' '}
              {transactionId ? (
                <TextLink to={transactionsPath({ state: 'matched' }, transactionId)}>
                  {label('outgoingKind.of', of(amount, day))}
                </TextLink>
              ) : (
                payoutId && (
                  <TextLink to={payoutPath(payoutId)}>{label('outgoingKind.of', of(amount, day))}</TextLink>
                )
              )}
              {(payer ?? payoutId) && <div>{payer ?? payoutId}</div>}
              {note && <div>{note}</div>}
              <div>
                <small>{label('allocatedBy', { name: by, at: formatDateTime(at) })}</small>
              </div>
            </div>
            {canUndo && (whole < 0 || kind === 'refundReturned' || kind === 'payout') && (
              <Button
                size="small"
                disabled={actions.busyWith(id) !== undefined}
                onClick={() => actions.undo(transaction, _id)}
              >
                {label('actions.undo')}
              </Button>
            )}
          </li>
        ))}
      </PartRows>
    </div>
  );
}
