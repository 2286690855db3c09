import { useState } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import { isRole, type Role } from '#domain/roles';
import type { dataProvider } from '../data/dataProvider.js';
import type { PersonRecord } from '../data/peopleMethods.js';
import { FormDialog } from '../ui/common/FormDialog.js';
import { RoleField } from './RoleField.js';
import { usePersonWrite } from './usePersonWrite.js';

interface PersonRoleDialogProps {
  person: PersonRecord;
  onClose: () => void;
}

/** Gives an account another role. */
export function PersonRoleDialog({ person, onClose }: PersonRoleDialogProps) {
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
