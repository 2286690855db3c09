import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { formatDateTime } from '#domain/dates';
import { formatNamedMoney } from '#domain/money';
import { TextLink } from '../../ui/common/TextLink.js';
import { paymentPath } from '../../ui/paths.js';
import { PartRows } from './PartRows.js';
import type { TransactionRecord } from '../../data/reconciliationMethods.js';
import type { TransactionActions } from './useTransactionActions.js';
import { useCan } from '../../session/role.js';

interface AllocationListProps {
  transaction: TransactionRecord;
  actions: TransactionActions;
}

/** The allocations of a transaction, each linked to its payment and undone on its own. */
export function AllocationList({ transaction, actions }: AllocationListProps) {
  const translate = useTranslate();
  const { allocations, id, amount: whole } = transaction;
  const label = (name: string, options?: object) => translate(`resources.reconcile.${name}`, options);
  const canWrite = useCan('write', 'bank-transactions');
  const isBusy = actions.busyWith(id) !== undefined;
  return (
    <div>
      <Typography variant="h3" component="h2" id="transaction-settled">
        {label(whole < 0 ? 'refundedPayments' : 'settledPayments')}
      </Typography>
      <PartRows aria-labelledby="transaction-settled">
        {allocations.map(
          ({ _id, paymentId, referenceNumber, amount, currency, note, by, at, ...allocation }) => (
            <li key={_id}>
              <div>
                <TextLink to={paymentPath(paymentId)}>{referenceNumber}</TextLink>
                <div>
                  {formatNamedMoney(amount, currency)}
                  {(['settles', 'shortfall'] as const).map((part) => {
                    const { [part]: sum, paymentCurrency } = allocation;
                    return (
                      sum !== undefined &&
                      ` · ${label(part, { amount: formatNamedMoney(sum, paymentCurrency) })}`
                    );
                  })}
                </div>
                {note && <div>{note}</div>}
                <small>{label('allocatedBy', { name: by, at: formatDateTime(at) })}</small>
              </div>
              {canWrite && allocations.length + (transaction.offsets?.length ?? 0) > 1 && (
                <Button
                  size="small"
                  disabled={isBusy}
                  aria-label={label('actions.undoOne', { reference: referenceNumber })}
                  onClick={() => actions.undo(transaction, _id)}
                >
                  {label('actions.undo')}
                </Button>
              )}
            </li>
          ),
        )}
      </PartRows>
    </div>
  );
}
