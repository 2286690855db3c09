import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { Question } from './Question.js';
import { useQuestionText } from './useQuestionText.js';
import type { BankAccountRecord, StatementDraftRecord } from '../../data/reconciliationMethods.js';
import { useBankAccounts } from '../accounts/useBankAccounts.js';

interface AccountQuestionProps {
  draft: StatementDraftRecord;
  isBusy: boolean;
  onKeep: () => void;
  onMove: (account: BankAccountRecord) => void;
}

/** Asks whether a file that names another account belongs to this one. */
export function AccountQuestion({ draft, isBusy, onKeep, onMove }: AccountQuestionProps) {
  const { accounts = [] } = useBankAccounts();
  const label = useQuestionText('account');
  const ends = draft.preview.fileAccounts ?? [];
  const account = accounts.find(({ id }) => id === draft.bankAccountId);
  const others = accounts.filter(({ id }) => id !== draft.bankAccountId);
  const likely = others.find(
    ({ lastDigits }) => lastDigits && ends.some((end) => end.replace(/\D/g, '').endsWith(lastDigits)),
  );
  const named = { ends: ends.join(', '), name: account?.name, lastDigits: account?.lastDigits };
  const text = !ends.length ? 'seems' : account?.lastDigits ? 'differs' : 'names';
  return (
    <Question
      title={label('title')}
      hint={label(text, named)}
      answers={
        <>
          {likely && (
            <Button variant="contained" disabled={isBusy} onClick={() => onMove(likely)}>
              {label('move', { name: likely.name })}
            </Button>
          )}
          <Button variant={likely ? 'outlined' : 'contained'} disabled={isBusy} onClick={onKeep}>
            {label('keep', { name: account?.name })}
          </Button>
          {others.length > 0 && (
            <TextField
              select
              size="small"
              id="draft-account"
              label={label('other')}
              value=""
              disabled={isBusy}
              onChange={(event) => {
                const chosen = others.find(({ id }) => id === event.target.value);
                if (chosen) onMove(chosen);
              }}
              sx={{ minWidth: 240 }}
            >
              {others.map(({ id, name, currency, lastDigits }) => (
                <MenuItem key={id} value={id}>
                  {[name, currency, lastDigits && `•••• ${lastDigits}`].filter(Boolean).join(' · ')}
                </MenuItem>
              ))}
            </TextField>
          )}
        </>
      }
    />
  );
}
