import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useDataProvider, useNotify, useTranslate } from 'react-admin';
import type { Account } from '../../../domain/auth.js';
import { customerRules } from '../../../domain/customers.js';
import { messages } from '../../../domain/messages.js';
import { Details } from '../common/Details.js';
import { ErrorAlert } from '../common/ErrorAlert.js';
import { Section } from '../common/Section.js';
import type { dataProvider } from '../dataProvider.js';
import { errorMessage, HttpError } from '../../../browser/http.js';
import { pageQuery } from '../queryClient.js';

/** Name and role, and the email, which can be changed. */
export function AccountEmail() {
  const translate = useTranslate();
  const { getAccount } = useDataProvider<typeof dataProvider>();
  const { data, error, refetch } = useQuery({
    queryKey: ['account'],
    queryFn: ({ signal }) => getAccount(signal),
    ...pageQuery,
  });
  return (
    <Section title={translate('admin.account.profile')} isBusy={!data && !error}>
      {data ? (
        <EmailForm account={data} />
      ) : error ? (
        <ErrorAlert error={error} fallback={messages.fetchAccount} onRetry={() => void refetch()} />
      ) : (
        <Skeleton variant="rounded" height={205} />
      )}
    </Section>
  );
}

function EmailForm({ account }: { account: Account }) {
  const translate = useTranslate();
  const notify = useNotify();
  const client = useQueryClient();
  const { setEmail } = useDataProvider<typeof dataProvider>();
  const [email, setTyped] = useState(account.email);
  const [fieldError, setFieldError] = useState<string>();
  const save = useMutation({
    mutationFn: setEmail,
    onSuccess: (changed) => {
      client.setQueryData(['account'], changed);
      // The drawer shows the email of the signed-in user.
      void client.invalidateQueries({ queryKey: ['auth'] });
      notify('admin.account.emailSaved', { type: 'success' });
    },
    onError: (error) => setFieldError(error instanceof HttpError ? error.body.errors?.email : undefined),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const message = customerRules.email(email, {});
    setFieldError(message);
    if (!message && !save.isPending) save.mutate(email.trim());
  };

  return (
    <form noValidate onSubmit={submit}>
      <Details
        rows={[
          [translate('admin.account.username'), account.username],
          [translate('admin.account.role'), account.role],
        ]}
      />
      {save.error && !fieldError && (
        <Alert severity="error" sx={{ mt: 1 }}>
          {errorMessage(save.error, messages.updateAccount)}
        </Alert>
      )}
      <TextField
        fullWidth
        margin="normal"
        id="account-email"
        type="email"
        autoComplete="email"
        label={translate('admin.account.email')}
        value={email}
        onChange={(event) => {
          setTyped(event.target.value);
          setFieldError(undefined);
        }}
        error={Boolean(fieldError)}
        helperText={fieldError}
      />
      <Button
        type="submit"
        variant="contained"
        disabled={email.trim() === account.email}
        loading={save.isPending}
      >
        {translate('admin.account.saveEmail')}
      </Button>
    </form>
  );
}
