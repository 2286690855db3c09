import { Alert, Box, Button, Chip, Grid, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { FunctionField, PasswordInput, SimpleShowLayout, TextField, TextInput, Title } from 'react-admin';
import { useWatch } from 'react-hook-form';
import {
  type Account,
  type EmailInput,
  type PasswordInput as PasswordChange,
  passwordRules,
} from '#domain/auth/auth';
import { formatDateTime } from '#domain/platform/dates';
import { asText, type Rule } from '#domain/platform/rules';
import { signInWayNames } from '#domain/auth/second-factor';
import { isMissing } from '#browser/http';
import { customerRules } from '#domain/customers/customers';
import { isRole, roleNames } from '#domain/platform/roles';
import { EmailText } from '#browser/EmailText';
import { useRead, useWrite } from '../../data/useCall.js';
import { EmptyState, NotLoaded, Section } from '../../ui/common/Section.js';
import { Table } from '../../ui/common/Table.js';
import { FormInputs, SubmitButton, WriteForm } from '../../ui/forms/WriteForm.js';
import { Subtitle } from '../../ui/page/Subtitle.js';
import { SectionColumn } from '../../ui/page/ShowFrame.js';
import { AccountPasskeys } from './AccountPasskeys.js';
import { AccountSecondFactor } from './AccountSecondFactor.js';
import { accountRow } from './accountRow.js';
import { DateField, Hint } from '../../ui/common/fields.js';
import { useTexts, useTranslate } from '../../ui/i18n/useTranslate.js';
import { refreshAccessToken } from '../../data/session/refreshAccessToken.js';
import { accessToken } from '../../data/session/tokens.js';

/** The last sign-ins of the account: time, device, address, and by what. */
function AccountSignIns() {
  const label = useTexts('admin.account.signIns');
  const { data, error, refetch } = useRead(
    ['account', 'sign-ins'],
    'GET /account/sign-ins',
    {},
    { select: ({ signIns }) => signIns },
  );
  return (
    <Section flush title={label('title')} isBusy={!data && !error}>
      {!data ? (
        <NotLoaded error={error} refetch={refetch} height={136} isFlush />
      ) : data.length === 0 ? (
        <EmptyState title={label('empty')} />
      ) : (
        <Table
          aria-label={label('title')}
          data-whole-words
          data-stacked
          isScrollable
          columns={[label('time'), label('device'), label('address'), label('how')]}
        >
          <tbody>
            {data.map((signIn) => (
              <tr key={signIn._id}>
                <td data-nowrap>
                  <DateField source="at" record={signIn} showTime />
                </td>
                <td>{signIn.device}</td>
                <td>{signIn.address}</td>
                <td>{signInWayNames[signIn.how]}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Section>
  );
}

/** The sessions of the account; each of the others can be ended, or all of them at once. */
function AccountSessions() {
  const label = useTexts('admin.account.sessions');
  const client = useQueryClient();
  const { data, error, refetch } = useRead(
    ['sessions'],
    'GET /account/sessions',
    {},
    { select: ({ sessions }) => sessions },
  );
  const end = useWrite({
    mutationKey: ['account', 'endSessions'],
    mutationFn: async (ids: string[], call) => {
      // One that has ended already is no failure.
      for (const id of ids)
        await call('DELETE /account/sessions/{id}', { id }).catch((failure: unknown) => {
          if (!isMissing(failure)) throw failure;
        });
    },
    done: (_, { length }) => label('ended', { smart_count: length }),
    tellsFailure: true,
    onSettled: () => client.invalidateQueries({ queryKey: ['sessions'] }),
  });
  const others = data?.filter(({ current }) => !current) ?? [];

  return (
    <Section
      flush
      title={label('title')}
      isBusy={!data && !error}
      action={
        others.length > 1 && (
          <Button loading={end.isPending} onClick={() => end.mutate(others.map(({ _id }) => _id))}>
            {label('endOthers')}
          </Button>
        )
      }
    >
      {data ? (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {data.map(({ _id, current, device, address, createdAt, lastUsedAt }) => (
            <Box component="li" key={_id} sx={accountRow}>
              <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                <Typography sx={{ fontWeight: 600 }}>{device}</Typography>
                <Hint>
                  {label('used', { address: address || label('unknown'), time: formatDateTime(lastUsedAt) })}
                </Hint>
                <Hint>{label('since', { time: formatDateTime(createdAt) })}</Hint>
              </Box>
              {current ? (
                <Chip color="primary" label={label('current')} />
              ) : (
                <Button
                  variant="outlined"
                  disabled={end.isPending}
                  aria-label={label('endOf', { device })}
                  onClick={() => end.mutate([_id])}
                >
                  {label('end')}
                </Button>
              )}
            </Box>
          ))}
        </Box>
      ) : (
        <NotLoaded error={error} refetch={refetch} height={106} isFlush />
      )}
    </Section>
  );
}

type TypedPassword = PasswordChange & { repeated: string };

const differs: Rule<Partial<TypedPassword>> = (value, { newPassword }) =>
  value === newPassword ? undefined : 'admin.account.repeatedDiffers';

const passwordFields = [
  ['currentPassword', passwordRules.currentPassword],
  ['newPassword', passwordRules.newPassword],
  ['repeated', differs],
] as const;

/** Changes the password with the current one; every other session ends. */
function AccountPassword() {
  const translate = useTranslate();
  const client = useQueryClient();
  const change = useWrite({
    mutationKey: ['account', 'password'],
    mutationFn: ({ currentPassword, newPassword }: TypedPassword, call) =>
      call('POST /account/password', { body: { currentPassword, newPassword } }),
    done: 'admin.account.passwordChanged',
    onSuccess: () => void client.invalidateQueries({ queryKey: ['sessions'] }),
  });
  return (
    <Section title={translate('admin.account.password')}>
      <WriteForm<TypedPassword> write={change}>
        <Typography color="text.secondary">{translate('admin.account.passwordHint')}</Typography>
        <FormInputs mt={2}>
          {passwordFields.map(([source, rule]) => (
            <PasswordInput
              key={source}
              source={source}
              label={`admin.account.${source}`}
              autoComplete={source === 'currentPassword' ? 'current-password' : 'new-password'}
              validate={rule}
            />
          ))}
          <div>
            <SubmitButton submit="admin.account.changePassword" />
          </div>
        </FormInputs>
      </WriteForm>
    </Section>
  );
}

/** Name and role, and the email, which can be changed with the password. */
function AccountEmail() {
  const translate = useTranslate();
  const { data, error, refetch } = useRead(['account'], 'GET /account');
  return (
    <Section title={translate('admin.account.profile')} isBusy={!data && !error}>
      {data ? <EmailForm account={data} /> : <NotLoaded error={error} refetch={refetch} height={205} />}
    </Section>
  );
}

/** The signed-in admin's own account: name, email, password, second factor and sessions. */
export function Account() {
  const translate = useTranslate();
  return (
    <>
      <Title title="admin.shell.account" />
      <Subtitle>{translate('admin.account.subtitle')}</Subtitle>
      <Grid container spacing={3}>
        <Grid size={{ xs: 12, lg: 5 }}>
          <SectionColumn>
            <AccountEmail />
            <AccountPassword />
            <AccountSecondFactor />
          </SectionColumn>
        </Grid>
        <Grid size={{ xs: 12, lg: 7 }}>
          <SectionColumn>
            <AccountPasskeys />
            <AccountSessions />
            <AccountSignIns />
          </SectionColumn>
        </Grid>
      </Grid>
    </>
  );
}

/** The password, which another address needs. */
function PasswordOfChange({ email }: { email: string }) {
  const typed: unknown = useWatch({ name: 'email' });
  if (asText(typed) === email) return null;
  return (
    <PasswordInput
      source="currentPassword"
      label="admin.account.emailPassword"
      autoComplete="current-password"
      validate={passwordRules.currentPassword}
    />
  );
}

/** Name and role, and the email, which is changed with the password. */
export function EmailForm({ account }: { account: Account }) {
  const { email, pendingEmail } = account;
  const translate = useTranslate();
  const client = useQueryClient();
  const save = useWrite({
    mutationKey: ['account', 'email'],
    mutationFn: async (typed: EmailInput, call) => {
      const changed = await call('PUT /account', { body: { ...typed, email: typed.email.trim() } });
      // The token carries the email, which is changed already; if this fails, the next refresh brings a token with it.
      await refreshAccessToken(accessToken()).catch(() => {});
      return changed;
    },
    done: ({ pendingEmail: asked }) => [
      asked ? 'admin.account.emailAsked' : 'admin.account.emailSaved',
      { email: asked },
    ],
    onSuccess: (changed) => {
      client.setQueryData(['account'], changed);
      // The drawer shows the email of the signed-in user.
      void client.invalidateQueries({ queryKey: ['auth'] });
    },
  });
  return (
    <WriteForm<EmailInput> defaultValues={{ email, currentPassword: '' }} write={save}>
      <SimpleShowLayout record={{ ...account, id: account.username }}>
        <TextField source="username" label="admin.account.username" />
        <FunctionField
          label="admin.account.role"
          render={({ role }: Account) => (isRole(role) ? roleNames[role] : role)}
        />
      </SimpleShowLayout>
      <FormInputs mt={2}>
        <TextInput
          source="email"
          type="email"
          label="admin.account.email"
          autoComplete="email"
          validate={customerRules.email}
        />
        {pendingEmail && (
          <Alert severity="info">
            <EmailText email={pendingEmail} />: {translate('admin.account.emailPending')}
          </Alert>
        )}
        <PasswordOfChange email={email} />
        <div>
          <SubmitButton<EmailInput>
            submit="admin.account.saveEmail"
            isReady={(typed) => asText(typed.email) !== email}
          />
        </div>
      </FormInputs>
    </WriteForm>
  );
}
