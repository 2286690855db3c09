import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useListContext, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { pages } from '#domain/pages';
import type { BankTransactionPage } from '#domain/reconciliation';
import { EmptyState } from '../../ui/common/EmptyState.js';
import { useReconcileFilter } from './reconcileFilter.js';
import { Permitted } from '../../ui/page/Permitted.js';

/** Shown in a tab without transactions: its purpose and the next step; before any import, how to begin. */
export function ReconcileEmpty() {
  const translate = useTranslate();
  const { filter, setFilter, isNarrowed } = useReconcileFilter();
  const counts = useListContext().meta as BankTransactionPage['counts'] | undefined;
  const label = (name: string, options?: object) => translate(`resources.reconcile.empty.${name}`, options);
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
          {['download', 'import', 'confirm', 'notices'].map((step) => (
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
      <EmptyState title={label('narrowed')} hint={translate('admin.list.noResults')}>
        <Button
          variant="outlined"
          onClick={() => setFilter({ search: '', bankAccountId: '', statementId: '' })}
        >
          {translate('admin.list.clearFilters')}
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
