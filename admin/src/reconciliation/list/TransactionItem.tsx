import Button from '@mui/material/Button';
import { memo, type ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { formatDay } from '#domain/dates';
import { outgoingReason } from '#domain/reconciliation';
import { TextLink } from '../../ui/common/TextLink.js';
import type { useRowLink } from '../../ui/lists/useRowLink.js';
import { MarkedText } from '../decide/MarkedText.js';
import type { TransactionRecord } from '../../data/reconciliationMethods.js';
import { TransactionMatch } from '../decide/TransactionMatch.js';
import { transactionAmount, transactionReferences, transactionTitle } from '../decide/transactionText.js';
import type { TransactionActions } from '../decide/useTransactionActions.js';
import { Permitted } from '../../ui/page/Permitted.js';

interface TransactionItemProps {
  transaction: TransactionRecord;
  account: string;
  path: string;
  isOpen: boolean;
  isBusy: boolean;
  linkOf: ReturnType<typeof useRowLink>;
  onConfirm: TransactionActions['confirm'];
  onUndo: (transaction: TransactionRecord) => void;
}

/**
 * One row of the list: the transaction, its payment or best candidate, and the next step. Memoised: a key that goes to
 * the next row changes two of them.
 */
export const TransactionItem = memo(function TransactionItem({
  transaction,
  account,
  path,
  isOpen,
  isBusy,
  linkOf,
  onConfirm,
  onUndo,
}: TransactionItemProps) {
  const translate = useTranslate();
  const { id, state, payer, text, day, reason } = transaction;
  const title = transactionTitle(transaction);
  const references = transactionReferences(transaction);
  const named = { name: title, amount: transactionAmount(transaction) };
  const button = (name: string, onClick: () => void): ReactNode => (
    <Button
      variant={name === 'confirm' ? 'contained' : 'outlined'}
      size="small"
      loading={isBusy}
      aria-label={translate(`resources.reconcile.rowActions.${name}`, named)}
      onClick={onClick}
    >
      {translate(`resources.reconcile.actions.${name}`)}
    </Button>
  );

  return (
    <li data-open={isOpen || undefined} {...linkOf(path)}>
      <div data-area="day">{formatDay(day)}</div>
      <div data-area="text">
        <TextLink to={path} data-row-link={id} aria-current={isOpen || undefined}>
          <MarkedText text={title} references={references} />
        </TextLink>
        {(payer || title !== text) && (
          <div data-quiet data-bank-text>
            <MarkedText text={text} references={references} />
          </div>
        )}
        <div data-quiet>{account}</div>
      </div>
      <div data-area="amount">{transactionAmount(transaction)}</div>
      <div data-area="match">
        <TransactionMatch transaction={transaction} />
      </div>
      <div data-area="actions">
        <Permitted to="write" resource="bank-transactions">
          {state === 'review' && (
            <Button
              variant="outlined"
              size="small"
              component={Link}
              to={path}
              aria-label={translate('resources.reconcile.rowActions.review', named)}
            >
              {translate('resources.reconcile.actions.review')}
            </Button>
          )}
          {state === 'ready' && button('confirm', () => onConfirm(transaction))}
          {(state === 'matched' || (state === 'ignored' && reason !== outgoingReason)) &&
            button('undo', () => onUndo(transaction))}
        </Permitted>
      </div>
    </li>
  );
});
