import MoreVertIcon from '@mui/icons-material/MoreVert';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useDataProvider, useNotify, useRecordContext, useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import { isRole, type Role, roleNames, roles } from '#domain/roles';
import { errorMessage } from '../../../browser/http.js';
import type { dataProvider } from '../data/dataProvider.js';
import type { PersonRecord } from '../data/peopleMethods.js';
import { useWrite } from '../data/useWrite.js';
import { AskDialog } from '../ui/common/AskDialog.js';
import { FormDialog } from '../ui/common/FormDialog.js';
import { useShowDialog } from '../ui/page/dialogs.js';

interface RoleFieldProps {
  value: Role;
  onChange: (role: Role) => void;
  /** True where it is the first field of its dialog. */
  autoFocus?: boolean;
}

/** The three roles, each with what it may do. */
export function RoleField({ value, onChange, autoFocus = false }: RoleFieldProps) {
  const translate = useTranslate();
  return (
    <RadioGroup
      aria-label={translate('resources.people.fields.role')}
      value={value}
      onChange={({ target }) => onChange(target.value as Role)}
      sx={{ mt: 1, gap: 1 }}
    >
      {roles.map((role) => (
        <FormControlLabel
          key={role}
          value={role}
          control={<Radio autoFocus={autoFocus && role === value} />}
          label={`${roleNames[role]}: ${translate(`resources.people.roles.${role}`)}`}
        />
      ))}
    </RadioGroup>
  );
}

interface PersonWrite<Result, Variables> {
  act: (variables: Variables) => Promise<Result>;
  /** The key of what is said when it is done. */
  done: string;
  /** The names in that text. */
  named: object;
  onDone?: (result: Result) => void;
}

/** A write to people or invitations, which says that it was done, or why not. */
export function usePersonWrite<Result, Variables = void>({
  act,
  done,
  named,
  onDone,
}: PersonWrite<Result, Variables>) {
  const notify = useNotify();
  return useWrite<Result, Variables>({
    mutationKey: ['people', 'write'],
    mutationFn: act,
    onSuccess: (result) => {
      notify(`resources.people.${done}`, { type: 'success', messageArgs: named });
      onDone?.(result);
    },
    onError: (error) => notify(errorMessage(error, messages.changePerson), { type: 'error' }),
  });
}

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
