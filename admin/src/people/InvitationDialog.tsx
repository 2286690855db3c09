import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import { customerRules } from '#domain/customers';
import type { Invitation } from '#domain/people';
import type { Role } from '#domain/roles';
import type { dataProvider } from '../data/dataProvider.js';
import { FormDialog } from '../ui/common/FormDialog.js';
import { RoleField } from './RoleField.js';
import { usePersonWrite } from './usePersonWrite.js';

interface InvitationDialogProps {
  onInvited: (invitation: Invitation) => void;
  onClose: () => void;
}

/** Invites a colleague by email, as one of the three roles. */
export function InvitationDialog({ onInvited, onClose }: InvitationDialogProps) {
  const translate = useTranslate();
  const { invite } = useDataProvider<typeof dataProvider>();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('manager');
  const [fault, setFault] = useState<string>();
  const write = usePersonWrite({
    act: () => invite({ email: email.trim(), role }),
    done: 'invited',
    named: { email: email.trim() },
    onDone: onInvited,
  });
  const submit = () => {
    const found = customerRules.email(email, {});
    setFault(found);
    if (!found) write.mutate();
  };
  return (
    <FormDialog
      title={translate('resources.people.invite')}
      text={translate('resources.people.inviteText')}
      submit={translate('resources.people.invite')}
      isPending={write.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        fullWidth
        autoFocus
        margin="normal"
        id="invitation-email"
        type="email"
        autoComplete="off"
        label={translate('resources.people.email')}
        value={email}
        error={Boolean(fault)}
        helperText={fault}
        onChange={({ target }) => {
          setEmail(target.value);
          setFault(undefined);
        }}
      />
      <RoleField value={role} onChange={setRole} />
    </FormDialog>
  );
}
