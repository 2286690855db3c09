import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useDataProvider, useNotify, useTranslate } from 'react-admin';
import { type PasswordInput, passwordRules } from '#domain/auth';
import { messages } from '#domain/messages';
import { check } from '#domain/check';
import { PasswordField } from '../ui/common/PasswordField.js';
import { Section } from '../ui/common/Section.js';
import type { dataProvider } from '../data/dataProvider.js';
import { errorMessage, HttpError } from '../../../browser/http.js';
import { useWrite } from '../data/useWrite.js';

const empty = { currentPassword: '', newPassword: '', repeated: '' };
const fields = ['currentPassword', 'newPassword', 'repeated'] as const;

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
    mutationKey: ['account', 'password'],
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
    const { repeated, ...input } = typed;
    const found: Partial<Record<string, string>> = check<PasswordInput>(passwordRules, input);
    if (!found.newPassword && repeated !== input.newPassword)
      found.repeated = translate('admin.account.repeatedDiffers');
    setErrors(found);
    if (!Object.keys(found).length && !change.isPending) change.mutate(input);
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
          <PasswordField
            key={name}
            id={`account-${name}`}
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
