import { RadioButtonGroupInput, TextInput, useRecordContext } from 'react-admin';
import type { Person } from '#domain/auth/people';
import { isRole, type Role, roleNames, roles } from '#domain/platform/roles';
import { required } from '#domain/platform/rules';
import { useWrite } from '../../data/useCall.js';
import type { WithId } from '../../data/records.js';
import { MoreMenu } from '../../ui/common/buttons.js';
import { FormDialog, SafeConfirm } from '../../ui/forms/FormDialog.js';
import { useShowDialog } from '../../ui/page/dialogs.js';
import { useTranslate } from '../../ui/i18n/useTranslate.js';

export type PersonRecord = WithId<Person>;

/** A dialog that begins at its radio buttons begins at the chosen one. */
const atChosen = { actions: (group: { focus: () => void } | null) => group?.focus() } as object;

/** The three roles, each with what it may do. */
export function RoleInput({ isFirst = false }: { isFirst?: boolean }) {
  const translate = useTranslate();
  return (
    <RadioButtonGroupInput
      source="role"
      row={false}
      sx={{ '& .MuiFormControlLabel-root': { py: 0.5 } }}
      label="resources.people.fields.role"
      choices={roles.map((id) => ({
        id,
        name: `${roleNames[id]}: ${translate(`resources.people.roles.${id}`)}`,
      }))}
      {...(isFirst && { options: atChosen })}
    />
  );
}

const mutationKey = ['people', 'write'];

/** Asks why a person's second factor is removed, and removes it. */
function SecondFactorResetDialog({ person, onClose }: { person: PersonRecord; onClose: () => void }) {
  const translate = useTranslate();
  const named = { name: person.username };
  const write = useWrite({
    mutationKey,
    mutationFn: ({ reason }: { reason: string }, call) =>
      call('DELETE /people/{id}/second-factor', { id: person.id, body: { reason: reason.trim() } }),
    done: () => ['resources.people.factorReset', named],
  });
  const label = translate('resources.people.actions.secondFactor');
  return (
    <FormDialog<{ reason: string }>
      title={`${label}: ${person.username}`}
      text={translate('resources.people.reasonText', named)}
      submit={label}
      write={write}
      onClose={onClose}
    >
      <TextInput
        autoFocus
        source="reason"
        label="resources.people.reason"
        validate={required(translate('resources.people.reasonRequired'))}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
    </FormDialog>
  );
}

/** Gives an account another role. */
function PersonRoleDialog({ person, onClose }: { person: PersonRecord; onClose: () => void }) {
  const translate = useTranslate();
  const named = { name: person.username };
  const write = useWrite({
    mutationKey,
    mutationFn: (body: { role: Role }, call) => call('PATCH /people/{id}', { id: person.id, body }),
    done: () => ['resources.people.changed', named],
  });
  const label = translate('resources.people.actions.role');
  return (
    <FormDialog<{ role: Role }>
      title={`${label}: ${person.username}`}
      text={translate('resources.people.roleText', named)}
      submit={label}
      defaultValues={{ role: isRole(person.role) ? person.role : 'viewer' }}
      write={write}
      isReady={({ role }) => role !== person.role}
      onClose={onClose}
    >
      <RoleInput isFirst />
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
  const write = useWrite({
    mutationKey,
    mutationFn: (_, call): Promise<unknown> => {
      if (act === 'sessions') return call('DELETE /people/{id}/sessions', { id });
      if (act === 'delete') return call('DELETE /people/{id}', { id });
      return call(`POST /people/{id}/${act === 'disable' ? 'disable' : 'enable'}`, { id });
    },
    done: () => [`resources.people.${told[act] ?? 'changed'}`, { name }],
    onSuccess: onClose,
  });
  const label = translate(`resources.people.actions.${act}`);
  return (
    <SafeConfirm
      title={`${label}: ${name}`}
      content={[translate(`resources.people.ask.${act}`, { name })]}
      confirm={label}
      write={write}
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
  if (!person) return null;
  const acts = [
    'role',
    person.state === 'active' ? 'disable' : 'enable',
    'sessions',
    ...(person.secondFactor ? ['secondFactor'] : []),
    'delete',
  ];
  const open = (act: string) =>
    showDialog((close) => {
      if (act === 'role') return <PersonRoleDialog person={person} onClose={close} />;
      if (act === 'secondFactor') return <SecondFactorResetDialog person={person} onClose={close} />;
      return <PersonAskDialog person={person} act={act} onClose={close} />;
    });
  return (
    <MoreMenu
      id={`person-menu-${person.id}`}
      label={translate('resources.people.menu', { name: person.username })}
      title={translate('admin.list.actions')}
      acts={acts.map((act) => ({
        name: translate(`resources.people.actions.${act}`),
        onChoose: () => open(act),
      }))}
    />
  );
}
