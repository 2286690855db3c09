import InviteIcon from '@mui/icons-material/PersonAddOutlined';
import { Box, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { DataTable, TextInput, TopToolbar } from 'react-admin';
import { customerRules } from '#domain/customers/customers';
import type { Invitation, InvitationInput } from '#domain/auth/people';
import { type Role, roleNames } from '#domain/platform/roles';
import { EmailText } from '#browser/EmailText';
import { formatDateTime } from '#domain/platform/dates';
import { useRead, useWrite } from '../../data/useCall.js';
import { currentUser } from '../../data/session/tokens.js';
import { accountRow } from '../account/accountRow.js';
import { DialogButton } from '../../ui/common/buttons.js';
import { Copyable, DateField, Hint, ToneChip } from '../../ui/common/fields.js';
import { TitledDialog } from '../../ui/common/TitledDialog.js';
import { LeaveQuestion } from '../../ui/forms/FormBody.js';
import { FormDialog } from '../../ui/forms/FormDialog.js';
import { ListFrame } from '../../ui/lists/ListFrame.js';
import { ListRecords } from '../../ui/lists/ListRecords.js';
import { PersonMenu, type PersonRecord, RoleInput } from './PersonMenu.js';
import { keysOf, useTexts, useTranslate } from '../../ui/i18n/useTranslate.js';
import { EmptyState, NotLoaded, Section } from '../../ui/common/Section.js';

const mutationKey = ['people', 'write'];

interface InvitationRowProps {
  invitation: Invitation;
  /** Called with the invitation as it was sent again. */
  onSent: (invitation: Invitation) => void;
}

/** One open invitation: to whom, as what, until when. */
function InvitationRow({ invitation, onSent }: InvitationRowProps) {
  const label = useTexts('resources.people.invitations');
  const { _id: id, email, role, invitedBy: name, expiresAt } = invitation;
  const resend = useWrite({
    mutationKey,
    mutationFn: (_, call) => call('POST /people/invitations/{id}/resend', { id }),
    done: () => ['resources.people.invitations.resent', { email }],
    tellsFailure: true,
    onSuccess: onSent,
  });
  const withdraw = useWrite({
    mutationKey,
    mutationFn: (_, call) => call('DELETE /people/invitations/{id}', { id }),
    done: () => ['resources.people.invitations.withdrawn', { email }],
    tellsFailure: true,
  });
  return (
    <Box component="li" sx={accountRow}>
      <Box sx={{ flex: '1 1 16rem', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: 600 }}>
          <EmailText email={email} />
        </Typography>
        <Hint>{label('by', { role: roleNames[role], name, time: formatDateTime(expiresAt) })}</Hint>
      </Box>
      <Button
        variant="outlined"
        loading={resend.isPending}
        aria-label={label('resendOf', { email })}
        onClick={() => resend.mutate()}
      >
        {label('resend')}
      </Button>
      <Button
        variant="outlined"
        color="error"
        loading={withdraw.isPending}
        aria-label={label('withdrawOf', { email })}
        onClick={() => withdraw.mutate()}
      >
        {label('withdraw')}
      </Button>
    </Box>
  );
}

/** The invitations that were neither accepted nor withdrawn. */
function Invitations({ onSent }: { onSent: (invitation: Invitation) => void }) {
  const label = useTexts('resources.people.invitations');
  const { data, error, refetch } = useRead(
    ['invitations'],
    'GET /people/invitations',
    {},
    { select: ({ invitations }) => invitations },
  );
  return (
    <Box sx={{ mt: 3 }}>
      <Section flush title={label('title')} isBusy={!data && !error}>
        {!data ? (
          <NotLoaded error={error} refetch={refetch} height={88} isFlush />
        ) : data.length === 0 ? (
          <EmptyState title={label('empty')} hint={label('hint')} />
        ) : (
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {data.map((invitation) => (
              <InvitationRow key={invitation._id} invitation={invitation} onSent={onSent} />
            ))}
          </Box>
        )}
      </Section>
    </Box>
  );
}

const emailOf = ({ email }: PersonRecord) => <EmailText email={email} />;
const roleOf = ({ role }: PersonRecord) => roleNames[role as Role] ?? role;

const lastSignIn = <DateField source="lastSignInAt" showTime emptyText="resources.people.never" />;

interface InvitationLinkProps {
  invitation: Invitation;
  onClose: () => void;
}

/** The link of an invitation that no mail carries, which is never shown again: to copy. */
function InvitationLinkDialog({ invitation: { email, link = '' }, onClose }: InvitationLinkProps) {
  const label = useTexts('resources.people.link');
  return (
    <TitledDialog
      title={label('title')}
      text={label('text', { email })}
      maxWidth="sm"
      actions={
        <Button variant="contained" onClick={onClose}>
          {label('kept')}
        </Button>
      }
      // Closed by its button only: the link is lost then.
      onClose={() => {}}
    >
      <LeaveQuestion isUnsaved content={label('text', { email })} />
      <Typography component="div" sx={{ mt: 2, overflowWrap: 'anywhere', fontFamily: 'monospace' }}>
        <Copyable text={link} name={label('copy', { email })}>
          {link}
        </Copyable>
      </Typography>
    </TitledDialog>
  );
}

interface InvitationDialogProps {
  onInvited: (invitation: Invitation) => void;
  onClose: () => void;
}

/** Invites a colleague by email, as one of the three roles. */
function InvitationDialog({ onInvited, onClose }: InvitationDialogProps) {
  const translate = useTranslate();
  const write = useWrite({
    mutationKey,
    mutationFn: ({ email, role }: InvitationInput, call) =>
      call('POST /people/invitations', { body: { email: email.trim(), role } }),
    done: ({ email }) => ['resources.people.invited', { email }],
    onSuccess: onInvited,
  });
  return (
    <FormDialog<InvitationInput>
      title={translate('resources.people.action.create')}
      text={translate('resources.people.inviteText')}
      submit="resources.people.action.create"
      defaultValues={{ role: 'manager' }}
      write={write}
      onClose={onClose}
    >
      <TextInput
        autoFocus
        source="email"
        type="email"
        autoComplete="off"
        label="resources.people.fields.email"
        validate={customerRules.email}
      />
      <RoleInput />
    </FormDialog>
  );
}

const label = keysOf('resources.people');
/** An invitation that was just sent, whose link is shown once where there is one. */
function useSentInvitation() {
  const [sent, setSent] = useState<Invitation>();
  const dialog = sent?.link && <InvitationLinkDialog invitation={sent} onClose={() => setSent(undefined)} />;
  return { setSent, dialog };
}

/** Invites a person. */
function Actions() {
  const translate = useTranslate();
  const { setSent, dialog } = useSentInvitation();
  return (
    <TopToolbar>
      <DialogButton
        variant="contained"
        startIcon={<InviteIcon />}
        dialog={(close) => <InvitationDialog onInvited={setSent} onClose={close} />}
      >
        {translate(label('action.create'))}
      </DialogButton>
      {dialog}
    </TopToolbar>
  );
}

/** Every account with its role and state, and the invitations that are open. */
export function PeopleList() {
  const translate = useTranslate();
  const { setSent, dialog } = useSentInvitation();
  /** The name, and that it is one's own. */
  const nameOf = ({ id, username }: PersonRecord) =>
    id === currentUser()?.id ? `${username} (${translate(label('you'))})` : username;
  const factorOf = ({ secondFactor }: PersonRecord) => translate(label(secondFactor ? 'on' : 'off'));
  const stateOf = ({ state }: PersonRecord) => (
    <ToneChip name={translate(label(`states.${state}`))} tone={state === 'active' ? 'success' : 'neutral'} />
  );
  return (
    <>
      <ListFrame actions={<Actions />}>
        <ListRecords
          actions={<PersonMenu />}
          card={(person: PersonRecord) => ({
            title: nameOf(person),
            status: stateOf(person),
            main: emailOf(person),
            end: roleOf(person),
            meta: (
              <>
                {lastSignIn} <span>{`· ${factorOf(person)}`}</span>
              </>
            ),
          })}
        >
          <DataTable.Col
            source="username"
            label={label('fields.username')}
            className="whole"
            render={nameOf}
          />
          <DataTable.Col label={label('fields.email')} className="cut wide" render={emailOf} />
          <DataTable.Col label={label('fields.role')} className="whole" render={roleOf} />
          <DataTable.Col label={label('fields.secondFactor')} className="whole" render={factorOf} />
          <DataTable.Col source="lastSignInAt" label={label('fields.lastSignInAt')} className="whole">
            {lastSignIn}
          </DataTable.Col>
          <DataTable.Col label={label('fields.state')} render={stateOf} />
        </ListRecords>
      </ListFrame>
      <Invitations onSent={setSent} />
      {dialog}
    </>
  );
}
