import { useState } from 'react';
import { SelectInput, TextInput, useDataProvider, useNotify } from 'react-admin';
import { messages } from '#domain/platform/messages';
import { currencies, currencyNames } from '#domain/platform/money';
import { type BankAccountInput, bankAccountRules } from '#domain/bank/reconciliation';
import { asText } from '#domain/platform/rules';
import { newKey } from '#browser/newKey';
import type { BankAccountRecord } from '../../data/records.js';
import { useWrite } from '../../data/useCall.js';
import { FormDialog } from '../../ui/forms/FormDialog.js';
import { useTexts } from '../../ui/i18n/useTranslate.js';

interface BankAccountDialogProps {
  /** The account to change; none for a new one. */
  account?: BankAccountRecord;
  onSaved?: (account: BankAccountRecord) => void;
  onClose: () => void;
}

const currencyChoices = currencies.map((id) => ({ id, name: currencyNames[id] }));

/** The form of a bank account. */
export function BankAccountDialog({ account, onSaved, onClose }: BankAccountDialogProps) {
  const notify = useNotify();
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
            data,
            previousData: account,
          })
        : await provider.create<BankAccountRecord>('bank-accounts', { data, meta: { idempotencyKey } });
      return saved.data;
    },
    onSuccess: (saved) => {
      notify('resources.reconcile.accounts.saved', { type: 'success', messageArgs: { name: saved.name } });
      onSaved?.(saved);
      onClose();
    },
  });
  const { name, currency = 'CAD', lastDigits } = account ?? {};
  return (
    <FormDialog<BankAccountInput>
      title={label(account ? 'change' : 'new')}
      defaultValues={{ name, currency, lastDigits }}
      write={save}
      failure={account ? messages.updateBankAccount : messages.createBankAccount}
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
