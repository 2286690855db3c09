import AddIcon from '@mui/icons-material/Add';
import { Button, Paper, Typography } from '@mui/material';
import { useState } from 'react';
import { Title, TopToolbar } from 'react-admin';
import { formatDay } from '#domain/platform/dates';
import { messages } from '#domain/platform/messages';
import { formatNamedMoney } from '#domain/platform/money';
import { useRead } from '../../data/useCall.js';
import type { BankAccountRecord } from '../../data/records.js';
import { useCan } from '../../data/session/role.js';
import { EmptyState, NotLoaded } from '../../ui/common/Section.js';
import { Table } from '../../ui/common/Table.js';
import { Subtitle } from '../../ui/page/Subtitle.js';
import { BankAccountDialog } from './BankAccountDialog.js';
import { useBankAccounts } from './useBankAccounts.js';
import { textsOf, useTranslate } from '../../ui/i18n/useTranslate.js';

/** Number of an account's gaps that are shown, newest first. */
const shownGaps = 3;

/** The days of an account that no imported statement holds, by the statements' own balances. */
function AccountGaps({ account: { id, currency } }: { account: BankAccountRecord }) {
  const translate = useTranslate();
  // An import may close a gap, and open one.
  const { data } = useRead(['statements', 'gaps', id], 'GET /bank-accounts/{id}', { id });
  return data?.gaps.slice(0, shownGaps).map(({ after, before, difference }) => (
    <Typography key={after} variant="body2" color="text.secondary">
      {translate('resources.reconcile.accounts.gap', {
        ...{ after: formatDay(after), before: formatDay(before) },
        amount: formatNamedMoney(difference, currency),
      })}
    </Typography>
  ));
}

/** The accounts that money arrives in. */
export function BankAccounts() {
  const translate = useTranslate();
  const { accounts, error, refetch } = useBankAccounts();
  const [edited, setEdited] = useState<BankAccountRecord | 'new'>();
  const label = textsOf(translate, 'resources.reconcile.accounts');
  const canWrite = useCan('write', 'bank-accounts');
  const add = canWrite && (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => setEdited('new')}>
      {label('add')}
    </Button>
  );

  return (
    <>
      <Title title={label('title')} />
      <Subtitle>{label('subtitle')}</Subtitle>
      {add && <TopToolbar>{add}</TopToolbar>}
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        {accounts ? (
          accounts.length === 0 ? (
            <EmptyState title={label('empty')} hint={label('emptyHint')} />
          ) : (
            <Table
              aria-label={label('title')}
              data-whole-words
              data-stacked
              columns={[label('name'), label('currency'), label('lastDigits')]}
              numbers={canWrite ? [translate('admin.list.actions')] : []}
            >
              <tbody>
                {accounts.map((account) => (
                  <tr key={account.id}>
                    <td data-wide>
                      {account.name}
                      <AccountGaps account={account} />
                    </td>
                    <td>{account.currency}</td>
                    <td data-label={label('lastDigits')}>{account.lastDigits ?? '-'}</td>
                    {canWrite && (
                      <td data-align="right">
                        <Button
                          size="small"
                          aria-label={label('changeOf', { name: account.name })}
                          onClick={() => setEdited(account)}
                        >
                          {label('changeButton')}
                        </Button>
                      </td>
                    )}
                  </tr>
                ))}
              </tbody>
            </Table>
          )
        ) : (
          <NotLoaded error={error} fallback={messages.fetchBankAccounts} refetch={refetch} height={160} />
        )}
      </Paper>
      {edited && (
        <BankAccountDialog
          account={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}
