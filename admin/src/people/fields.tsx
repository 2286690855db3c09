import { useRecordContext, useTranslate } from 'react-admin';
import { type Role, roleNames } from '#domain/roles';
import type { PersonRecord } from '../data/peopleMethods.js';
import { currentUser } from '../session/tokens.js';
import { EmailText } from '../ui/common/EmailText.js';
import { TimeText } from '../ui/common/TimeText.js';
import { ToneChip } from '../ui/common/ToneChip.js';

const usePerson = () => useRecordContext<PersonRecord>();

/** The name, and that it is one's own. */
export function PersonName() {
  const translate = useTranslate();
  const person = usePerson();
  if (!person) return null;
  const isOwn = person.id === currentUser()?.id;
  return (
    <>
      {person.username}
      {isOwn && ` (${translate('resources.people.you')})`}
    </>
  );
}

export function PersonEmail() {
  const person = usePerson();
  return person && <EmailText email={person.email} />;
}

export function PersonRole() {
  const person = usePerson();
  return person && (roleNames[person.role as Role] ?? person.role);
}

export function PersonFactor() {
  const translate = useTranslate();
  const person = usePerson();
  return person && translate(`resources.people.${person.secondFactor ? 'on' : 'off'}`);
}

export function PersonSignIn() {
  const translate = useTranslate();
  const person = usePerson();
  if (!person) return null;
  if (!person.lastSignInAt) return translate('resources.people.never');
  return <TimeText value={person.lastSignInAt} />;
}

export function PersonState() {
  const translate = useTranslate();
  const person = usePerson();
  if (!person) return null;
  return (
    <ToneChip
      name={translate(`resources.people.states.${person.state}`)}
      tone={person.state === 'active' ? 'success' : 'neutral'}
    />
  );
}
