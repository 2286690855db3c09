import { Box, Button, Typography } from '@mui/material';
import { memo, type ReactNode } from 'react';
import { useEvent, useListContext } from 'react-admin';
import { Link } from 'react-router';
import { formatDay } from '#domain/platform/dates';
import { pages } from '#domain/platform/pages';
import { type BankTransaction, type BankTransactionPage, outgoingReason } from '#domain/bank/reconciliation';
import { cardPayoutReason } from '#domain/cards/cards';
import { formatNamedMoney } from '#domain/platform/money';
import type { TransactionRecord } from '../../data/records.js';
import { EmptyState, ErrorAlert } from '../../ui/common/Section.js';
import { TextLink } from '../../ui/common/fields.js';
import { AreaRows, BesideList, type useOpenBeside } from '../../ui/beside/beside.js';
import { useRowLink } from '../../ui/lists/useRowLink.js';
import { Permitted } from '../../ui/page/Permitted.js';
import { useBankAccounts } from '../accounts/useBankAccounts.js';
import { MarkedText } from '../decide/MarkedText.js';
import { transactionAmount, transactionReferences, transactionTitle } from '../decide/transactionText.js';
import type { TransactionActions } from '../decide/useTransactionActions.js';
import { useReconcileFilter } from './reconcileFilter.js';
import { textsOf, useTranslate } from '../../ui/i18n/useTranslate.js';
import { paymentPath } from '../../ui/paths.js';
import {
  CandidateDue,
  CandidateSettled,
  ReasonChips,
  ReviewReason,
} from '../decide/candidates/CandidateList.js';

/** The match of a row's transaction: the best candidate, its allocations, or the reason why it is ignored. */
function TransactionMatch({ transaction }: { transaction: BankTransaction }) {
  const translate = useTranslate();
  const { state, candidates, allocations, offsets = [], reason, rest, currency } = transaction;
  const [candidate] = candidates;
  const isOpen = state === 'ready' || state === 'review';
  return (
    <>
      {allocations.map(({ _id, paymentId, referenceNumber, amount, shortfall, settles }) => (
        <div key={_id}>
          <TextLink to={paymentPath(paymentId)}>{referenceNumber}</TextLink>
          {(allocations.length > 1 || rest !== 0 || settles !== undefined) && (
            <span>{` · ${formatNamedMoney(amount, currency)}`}</span>
          )}
          {shortfall !== undefined && <span> · {translate('resources.reconcile.withShortfall')}</span>}
        </div>
      ))}
      {offsets.map(({ _id, kind, amount, day }) => (
        <div key={_id}>
          {translate(`resources.reconcile.outgoingKind.parts.${kind}`)} ·{' '}
          {translate('resources.reconcile.outgoingKind.of', {
            amount: formatNamedMoney(amount, currency),
            day: formatDay(day),
          })}
        </div>
      ))}
      {allocations.length + offsets.length > 0 && rest !== 0 && (
        <div>
          {translate(`resources.reconcile.${state === 'matched' ? 'restIgnored' : 'leftOver'}`, {
            amount: formatNamedMoney(Math.abs(rest), currency),
          })}
        </div>
      )}
      {reason && (
        <div data-quiet>{reason === outgoingReason ? translate('resources.reconcile.outgoing') : reason}</div>
      )}
      {isOpen && candidate && (
        <>
          <div>{candidate.customer?.fullName ?? translate('resources.payments.none')}</div>
          <div data-quiet>
            <TextLink to={paymentPath(candidate.paymentId)}>{candidate.referenceNumber}</TextLink> ·{' '}
            <CandidateDue candidate={candidate} />
          </div>
          {candidate.settledBy && (
            <div data-quiet>
              <CandidateSettled settledBy={candidate.settledBy} />
            </div>
          )}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5, mt: 0.25 }}>
            <ReasonChips candidate={candidate} transaction={transaction} />
            {candidates.length > 1 && (
              <span data-quiet>
                {translate('resources.reconcile.moreCandidates', { smart_count: candidates.length - 1 })}
              </span>
            )}
          </Box>
        </>
      )}
      <ReviewReason transaction={transaction} />
      {isOpen && !candidate && allocations.length === 0 && (
        <div data-quiet>
          {transaction.kind === 'cardPayout'
            ? cardPayoutReason
            : translate('resources.reconcile.noCandidate')}
        </div>
      )}
    </>
  );
}

/** Shown in a tab without transactions: its purpose and the next step; before any import, how to begin. */
function ReconcileEmpty() {
  const translate = useTranslate();
  const { filter, setFilter, isNarrowed } = useReconcileFilter();
  const counts = useListContext().meta as BankTransactionPage['counts'] | undefined;
  const label = textsOf(translate, 'resources.reconcile.empty');
  const { state = 'ready' } = filter;
  const isFirst = counts && Object.values(counts).every((count) => count === 0) && !isNarrowed;

  if (isFirst)
    return (
      <EmptyState title={label('first')} hint={label('firstHint')}>
        <Typography
          component="ol"
          color="text.secondary"
          sx={{ display: 'inline-block', textAlign: 'left', maxWidth: 560, mt: 0, mb: 2, pl: 3 }}
        >
          {(['download', 'import', 'confirm', 'notices'] as const).map((step) => (
            <li key={step}>{label(`steps.${step}`)}</li>
          ))}
        </Typography>
        <Permitted to="write" resource="statements">
          <div>
            <Button variant="contained" component={Link} to={pages.importStatement}>
              {translate('resources.reconcile.actions.import')}
            </Button>
          </div>
        </Permitted>
      </EmptyState>
    );
  if (isNarrowed)
    return (
      <EmptyState title={label('narrowed')} hint={translate('ra.navigation.no_filtered_results')}>
        <Button
          variant="outlined"
          onClick={() => setFilter({ search: '', bankAccountId: '', statementId: '' })}
        >
          {translate('ra.navigation.clear_filters')}
        </Button>
      </EmptyState>
    );
  const toReview = state === 'ready' && counts ? counts.review : 0;
  return (
    <EmptyState title={label(`${state}.title`)} hint={label(`${state}.hint`)}>
      {toReview > 0 && (
        <Button variant="outlined" onClick={() => setFilter({ state: 'review' })}>
          {label('toReview', { smart_count: toReview })}
        </Button>
      )}
    </EmptyState>
  );
}

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

/** One row of the list, memoised: a key that goes to the next row changes two of them. */
const TransactionItem = memo(function TransactionItem({
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

interface TransactionListProps {
  opening: ReturnType<typeof useOpenBeside>;
  actions: TransactionActions;
}

/** The transactions of the open tab. */
export function TransactionList({ opening: { openId, pathOf }, actions }: TransactionListProps) {
  const translate = useTranslate();
  const { filter } = useReconcileFilter();
  const { data } = useListContext<TransactionRecord>();
  const { accounts, nameOf, isPending: isNaming, error, refetch } = useBankAccounts();
  const linkOf = useRowLink();
  // Of one identity, so that rows with them are drawn anew only if they change.
  const confirm = useEvent(actions.confirm);
  const undo = useEvent((transaction: TransactionRecord) => actions.undo(transaction));

  return (
    <BesideList
      list="reconcile"
      state={filter.state}
      isNaming={isNaming}
      lines={3}
      empty={<ReconcileEmpty />}
    >
      {error && !accounts && <ErrorAlert error={error} refetch={refetch} />}
      <AreaRows aria-label={translate('resources.reconcile.list')}>
        {data?.map((transaction) => (
          <TransactionItem
            key={transaction.id}
            transaction={transaction}
            account={nameOf(transaction.bankAccountId)}
            path={pathOf(transaction.id)}
            isOpen={transaction.id === openId}
            isBusy={actions.busyWith(transaction.id) !== undefined}
            linkOf={linkOf}
            onConfirm={confirm}
            onUndo={undo}
          />
        ))}
      </AreaRows>
    </BesideList>
  );
}
