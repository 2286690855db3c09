import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useDataProvider, useNotify, useTranslate } from 'react-admin';
import { type PasswordInput, passwordRules } from '#domain/auth';
import { messages } from '#domain/messages';
import { check } from '#domain/check';
import { Section } from '../ui/common/Section.js';
import type { dataProvider } from '../data/dataProvider.js';
import { errorMessage, HttpError } from '../../../browser/http.js';
import { useWrite } from '../data/useWrite.js';

const empty: PasswordInput = { currentPassword: '', newPassword: '' };
const fields = ['currentPassword', 'newPassword'] as const;

/** Changes the password with the current one; every other session ends. */
export function AccountPassword() {
  const translate = useTranslate();
  const notify = useNotify();
  const client = useQueryClient();
  const { changePassword } = useDataProvider<typeof dataProvider>();
  const [typed, setTyped] = useState(empty);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const hasErrors = fields.some((name) => errors[name]);
  const change = useWrite({
    mutationFn: changePassword,
    onSuccess: () => {
      setTyped(empty);
      notify('admin.account.passwordChanged', { type: 'success' });
      void client.invalidateQueries({ queryKey: ['sessions'] });
    },
    onError: (error) => setErrors(error instanceof HttpError ? (error.body.errors ?? {}) : {}),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = check<PasswordInput>(passwordRules, typed);
    setErrors(found);
    if (!Object.keys(found).length && !change.isPending) change.mutate(typed);
  };

  return (
    <Section title={translate('admin.account.password')}>
      <form noValidate onSubmit={submit}>
        <Typography color="text.secondary">{translate('admin.account.passwordHint')}</Typography>
        {change.error && !hasErrors && (
          <Alert severity="error" sx={{ mt: 1 }}>
            {errorMessage(change.error, messages.changePassword)}
          </Alert>
        )}
        {fields.map((name) => (
          <TextField
            key={name}
            fullWidth
            margin="normal"
            id={`account-${name}`}
            type="password"
            autoComplete={name === 'currentPassword' ? 'current-password' : 'new-password'}
            label={translate(`admin.account.${name}`)}
            value={typed[name]}
            onChange={(event) => {
              setTyped({ ...typed, [name]: event.target.value });
              setErrors({ ...errors, [name]: undefined });
            }}
            error={Boolean(errors[name])}
            helperText={errors[name]}
          />
        ))}
        <Button type="submit" variant="contained" loading={change.isPending}>
          {translate('admin.account.changePassword')}
        </Button>
      </form>
    </Section>
  );
}
