import MoreVertIcon from '@mui/icons-material/MoreVert';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useDataProvider, useRecordContext, useTranslate } from 'react-admin';
import { isRole, type Role } from '#domain/roles';
import type { dataProvider } from '../data/dataProvider.js';
import type { PersonRecord } from '../data/peopleMethods.js';
import { AskDialog } from '../ui/common/AskDialog.js';
import { FormDialog } from '../ui/common/FormDialog.js';
import { useShowDialog } from '../ui/page/dialogs.js';
import { RoleField } from './RoleField.js';
import { usePersonWrite } from './usePersonWrite.js';

interface SecondFactorResetDialogProps {
  person: PersonRecord;
  onClose: () => void;
}

/** Asks why a person's second factor is removed, and removes it. */
function SecondFactorResetDialog({ person, onClose }: SecondFactorResetDialogProps) {
  const translate = useTranslate();
  const { resetSecondFactor } = useDataProvider<typeof dataProvider>();
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const named = { name: person.username };
  const write = usePersonWrite({
    act: () => resetSecondFactor(person.id, reason.trim()),
    done: 'factorReset',
    named,
    onDone: onClose,
  });
  const label = translate('resources.people.actions.secondFactor');
  return (
    <FormDialog
      title={`${label}: ${person.username}`}
      text={translate('resources.people.reasonText', named)}
      submit={label}
      isPending={write.isPending}
      onSubmit={() => {
        setIsMissing(!reason.trim());
        if (reason.trim()) write.mutate();
      }}
      onClose={onClose}
    >
      <TextField
        fullWidth
        autoFocus
        margin="normal"
        id="reset-reason"
        label={translate('resources.people.reason')}
        value={reason}
        error={isMissing}
        helperText={isMissing ? translate('resources.people.reasonRequired') : undefined}
        onChange={({ target }) => {
          setReason(target.value);
          setIsMissing(false);
        }}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
    </FormDialog>
  );
}

interface PersonRoleDialogProps {
  person: PersonRecord;
  onClose: () => void;
}

/** Gives an account another role. */
function PersonRoleDialog({ person, onClose }: PersonRoleDialogProps) {
  const translate = useTranslate();
  const { setPersonRole } = useDataProvider<typeof dataProvider>();
  const [role, setRole] = useState<Role>(isRole(person.role) ? person.role : 'viewer');
  const named = { name: person.username };
  const write = usePersonWrite({
    act: () => setPersonRole(person.id, role),
    done: 'changed',
    named,
    onDone: onClose,
  });
  const label = translate('resources.people.actions.role');
  return (
    <FormDialog
      title={`${label}: ${person.username}`}
      text={translate('resources.people.roleText', named)}
      submit={label}
      isPending={write.isPending}
      onSubmit={() => (role === person.role ? onClose() : write.mutate())}
      onClose={onClose}
    >
      <RoleField autoFocus value={role} onChange={setRole} />
    </FormDialog>
  );
}

interface PersonAskDialogProps {
  person: PersonRecord;
  /** disable, enable, sessions or delete */
  act: string;
  onClose: () => void;
}

const told: Record<string, string> = { sessions: 'sessionsEnded', delete: 'deleted' };

/** Asks before an account is disabled, enabled, signed out or deleted. */
function PersonAskDialog({ person: { id, username: name }, act, onClose }: PersonAskDialogProps) {
  const translate = useTranslate();
  const { setPersonDisabled, endPersonSessions, deletePerson } = useDataProvider<typeof dataProvider>();
  const write = usePersonWrite({
    act: (): Promise<unknown> => {
      if (act === 'sessions') return endPersonSessions(id);
      if (act === 'delete') return deletePerson(id);
      return setPersonDisabled(id, act === 'disable');
    },
    done: told[act] ?? 'changed',
    named: { name },
    onDone: onClose,
  });
  const label = translate(`resources.people.actions.${act}`);
  return (
    <AskDialog
      title={`${label}: ${name}`}
      texts={[translate(`resources.people.ask.${act}`, { name })]}
      confirm={label}
      isPending={write.isPending}
      onConfirm={() => write.mutate()}
      onClose={onClose}
    />
  );
}

/** The acts on one account; each asks first. */
export function PersonMenu() {
  const translate = useTranslate();
  const person = useRecordContext<PersonRecord>();
  const showDialog = useShowDialog();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (!person) return null;
  const menuId = `person-menu-${person.id}`;
  const acts = [
    'role',
    person.state === 'active' ? 'disable' : 'enable',
    'sessions',
    ...(person.secondFactor ? ['secondFactor'] : []),
    'delete',
  ];
  const open = (act: string) => {
    setAnchor(null);
    showDialog((close) => {
      if (act === 'role') return <PersonRoleDialog person={person} onClose={close} />;
      if (act === 'secondFactor') return <SecondFactorResetDialog person={person} onClose={close} />;
      return <PersonAskDialog person={person} act={act} onClose={close} />;
    });
  };
  return (
    <>
      <IconButton
        aria-label={translate('resources.people.menu', { name: person.username })}
        title={translate('admin.list.actions')}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        aria-controls={anchor ? menuId : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreVertIcon />
      </IconButton>
      {anchor && (
        <Menu id={menuId} open anchorEl={anchor} onClose={() => setAnchor(null)}>
          {acts.map((act) => (
            <MenuItem key={act} onClick={() => open(act)}>
              {translate(`resources.people.actions.${act}`)}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}
