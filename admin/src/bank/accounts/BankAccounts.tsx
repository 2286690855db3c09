import AddIcon from '@mui/icons-material/Add';
import { Paper } from '@mui/material';
import { useState } from 'react';
import { SelectInput, TextInput, Title, TopToolbar, useDataProvider } from 'react-admin';
import { formatDay } from '#domain/platform/dates';
import { currencies, currencyNames, formatNamedMoney } from '#domain/platform/money';
import { type BankAccountInput, bankAccountRules } from '#domain/bank/reconciliation';
import { asText } from '#domain/platform/rules';
import { newKey } from '#browser/newKey';
import { Hint } from '../../ui/common/fields.js';
import { useRead, useWrite } from '../../data/useCall.js';
import type { BankAccountRecord } from '../../data/records.js';
import { versionOf } from '../../data/recordCache.js';
import { useCan } from '../../data/session/role.js';
import { EmptyState, ErrorAlert, NotLoaded } from '../../ui/common/Section.js';
import { Table } from '../../ui/common/Table.js';
import { Subtitle } from '../../ui/page/Subtitle.js';
import { useBankAccounts } from './useBankAccounts.js';
import { textsOf, useTexts, useTranslate } from '../../ui/i18n/useTranslate.js';
import { FormDialog } from '../../ui/forms/FormDialog.js';
import { DialogButton } from '../../ui/common/buttons.js';

/** Number of an account's gaps that are shown, newest first. */
const shownGaps = 3;

/** The days of an account that no imported statement holds, by the statements' own balances. */
function AccountGaps({ account: { id, currency } }: { account: BankAccountRecord }) {
  const translate = useTranslate();
  // An import may close a gap, and open one.
  const { data, error, refetch } = useRead(['statements', 'gaps', id], 'GET /bank-accounts/{id}', { id });
  if (error && !data) return <ErrorAlert error={error} refetch={refetch} />;
  return data?.gaps.slice(0, shownGaps).map(({ after, before, difference }) => (
    <Hint key={after}>
      {translate('resources.reconcile.accounts.gap', {
        after: formatDay(after),
        before: formatDay(before),
        amount: formatNamedMoney(difference, currency),
      })}
    </Hint>
  ));
}

/** The accounts that money arrives in. */
export function BankAccounts() {
  const translate = useTranslate();
  const { accounts, error, refetch } = useBankAccounts();
  const label = textsOf(translate, 'resources.reconcile.accounts');
  const canWrite = useCan('write', 'bank-accounts');
  const add = canWrite && (
    <DialogButton
      variant="contained"
      startIcon={<AddIcon />}
      dialog={(close) => <BankAccountDialog onClose={close} />}
    >
      {label('add')}
    </DialogButton>
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
                      <span>{account.name}</span>
                      <AccountGaps account={account} />
                    </td>
                    <td>{account.currency}</td>
                    <td data-label={label('lastDigits')}>{account.lastDigits ?? '-'}</td>
                    {canWrite && (
                      <td data-align="right">
                        <DialogButton
                          size="small"
                          aria-label={label('changeOf', { name: account.name })}
                          dialog={(close) => <BankAccountDialog account={account} onClose={close} />}
                        >
                          {label('changeButton')}
                        </DialogButton>
                      </td>
                    )}
                  </tr>
                ))}
              </tbody>
            </Table>
          )
        ) : (
          <NotLoaded error={error} refetch={refetch} height={160} />
        )}
      </Paper>
    </>
  );
}

interface BankAccountDialogProps {
  /** The account to change; none for a new one. */
  account?: BankAccountRecord;
  onSaved?: (account: BankAccountRecord) => void;
  onClose: () => void;
}

const currencyChoices = currencies.map((id) => ({ id, name: currencyNames[id] }));

/** The form of a bank account. */
export function BankAccountDialog({ account: given, onSaved, onClose }: BankAccountDialogProps) {
  // As the dialog was opened: it is saved whole, and must not write over what a colleague has changed since.
  const [account] = useState(given);
  const label = useTexts('resources.reconcile.accounts');
  const provider = useDataProvider();
  const [idempotencyKey] = useState(newKey);
  const save = useWrite({
    mutationKey: ['bank-accounts', 'save'],
    mutationFn: async ({ name, currency, lastDigits }: BankAccountInput): Promise<BankAccountRecord> => {
      const digits = asText(lastDigits);
      const data = { name: name.trim(), currency, ...(digits && { lastDigits: digits }) };
      const saved = account
        ? await provider.update<BankAccountRecord>('bank-accounts', {
            id: account.id,
            data: { ...data, version: versionOf(account) },
            previousData: account,
          })
        : await provider.create<BankAccountRecord>('bank-accounts', { data, meta: { idempotencyKey } });
      return saved.data;
    },
    done: ({ name: saved }) => ['resources.reconcile.accounts.saved', { name: saved }],
    onSuccess: onSaved,
  });
  const { name, currency = 'CAD', lastDigits } = account ?? {};
  return (
    <FormDialog<BankAccountInput>
      title={label(account ? 'change' : 'new')}
      defaultValues={{ name, currency, lastDigits }}
      write={save}
      onClose={onClose}
    >
      <TextInput
        autoFocus
        source="name"
        isRequired
        label={label('name')}
        helperText={label('nameHint')}
        validate={bankAccountRules.name}
      />
      <SelectInput
        source="currency"
        isRequired
        label={label('currency')}
        choices={currencyChoices}
        validate={bankAccountRules.currency}
      />
      <TextInput
        source="lastDigits"
        label={label('lastDigits')}
        helperText={label('lastDigitsHint')}
        validate={bankAccountRules.lastDigits}
        slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 4 } }}
      />
    </FormDialog>
  );
}
