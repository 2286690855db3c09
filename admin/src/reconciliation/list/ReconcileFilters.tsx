import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { ClearFilters } from '../../ui/lists/ClearFilters.js';
import { FilterBar } from '../../ui/lists/FilterBar.js';
import { FilterSelect } from '../../ui/lists/FilterSelect.js';
import { SearchBox } from '../../ui/lists/SearchBox.js';
import { useReconcileFilter } from './reconcileFilter.js';
import { useBankAccounts } from '../accounts/useBankAccounts.js';

/** Search by payer, text and amount, and filters by account and, from a link, by statement. */
export function ReconcileFilters() {
  const translate = useTranslate();
  const { filter, setFilter } = useReconcileFilter();
  const { accounts = [] } = useBankAccounts();
  return (
    <FilterBar>
      <SearchBox
        label={translate('resources.reconcile.search')}
        value={filter.search ?? ''}
        onSearch={(search) => setFilter({ search })}
      />
      {accounts.length > 1 && (
        <FilterSelect
          label={translate('resources.reconcile.account')}
          value={filter.bankAccountId ?? ''}
          options={[
            { value: '', label: translate('resources.reconcile.allAccounts') },
            ...accounts.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(bankAccountId) => setFilter({ bankAccountId })}
        />
      )}
      {filter.statementId && (
        <Button variant="outlined" onClick={() => setFilter({ statementId: '' })}>
          {translate('resources.reconcile.allStatements')}
        </Button>
      )}
      <ClearFilters kept={{ state: filter.state }} />
    </FilterBar>
  );
}
