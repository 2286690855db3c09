import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useDataProvider, useNotify, useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import { currencies, type Currency, currencyNames } from '#domain/money';
import { type BankAccountInput, bankAccountRules } from '#domain/reconciliation';
import { errorMessage, HttpError } from '../../../../browser/http.js';
import { newKey } from '../../../../browser/newKey.js';
import type { BankAccountRecord } from '../../data/reconciliationMethods.js';
import { useWrite } from '../../data/useWrite.js';
import { FormDialog } from '../../ui/common/FormDialog.js';

interface BankAccountDialogProps {
  /** The account to change; none for a new one. */
  account?: BankAccountRecord;
  onSaved?: (account: BankAccountRecord) => void;
  onClose: () => void;
}

type Errors = Partial<Record<keyof BankAccountInput, string>>;

function findErrors(input: BankAccountInput): Errors {
  const found = Object.entries(bankAccountRules).flatMap(([field, rule]) => {
    const message = rule(input[field as keyof BankAccountInput], input);
    return message ? [[field, message]] : [];
  });
  return Object.fromEntries(found) as Errors;
}

/** The form of a bank account. */
export function BankAccountDialog({ account, onSaved, onClose }: BankAccountDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const provider = useDataProvider();
  const [name, setName] = useState(account?.name ?? '');
  const [currency, setCurrency] = useState<Currency>(account?.currency ?? 'CAD');
  const [lastDigits, setLastDigits] = useState(account?.lastDigits ?? '');
  const [errors, setErrors] = useState<Errors>({});
  const [idempotencyKey] = useState(newKey);
  const label = (key: string) => translate(`resources.reconcile.accounts.${key}`);
  const save = useWrite({
    mutationKey: ['bank-accounts', 'save'],
    mutationFn: async (data: BankAccountInput): Promise<BankAccountRecord> => {
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
    onError: (error) => setErrors(error instanceof HttpError ? (error.body.errors ?? {}) : {}),
  });
  const submit = () => {
    const input = {
      name: name.trim(),
      currency,
      ...(lastDigits.trim() && { lastDigits: lastDigits.trim() }),
    };
    const found = findErrors(input);
    setErrors(found);
    if (Object.keys(found).length === 0) save.mutate(input);
  };
  const edit =
    (field: keyof BankAccountInput, set: (value: string) => void) =>
    (event: { target: { value: string } }) => {
      set(event.target.value);
      setErrors((found) => ({ ...found, [field]: undefined }));
      save.reset();
    };

  const fallback = account ? messages.updateBankAccount : messages.createBankAccount;
  return (
    <FormDialog
      title={label(account ? 'change' : 'new')}
      error={
        save.error && !Object.values(errors).some(Boolean) ? errorMessage(save.error, fallback) : undefined
      }
      isPending={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        autoFocus
        required
        fullWidth
        margin="normal"
        id="account-name"
        label={label('name')}
        value={name}
        onChange={edit('name', setName)}
        error={Boolean(errors.name)}
        helperText={errors.name ?? label('nameHint')}
      />
      <TextField
        select
        required
        fullWidth
        margin="normal"
        id="account-currency"
        label={label('currency')}
        value={currency}
        onChange={edit('currency', (value) => setCurrency(value as Currency))}
        error={Boolean(errors.currency)}
        helperText={errors.currency}
      >
        {currencies.map((value) => (
          <MenuItem key={value} value={value}>
            {currencyNames[value]}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        fullWidth
        margin="normal"
        id="account-digits"
        label={label('lastDigits')}
        value={lastDigits}
        onChange={edit('lastDigits', setLastDigits)}
        error={Boolean(errors.lastDigits)}
        helperText={errors.lastDigits ?? label('lastDigitsHint')}
        slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 4 } }}
      />
    </FormDialog>
  );
}
