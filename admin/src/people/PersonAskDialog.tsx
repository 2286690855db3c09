import { useDataProvider, useTranslate } from 'react-admin';
import type { dataProvider } from '../data/dataProvider.js';
import type { PersonRecord } from '../data/peopleMethods.js';
import { usePersonWrite } from './usePersonWrite.js';
import { AskDialog } from '../ui/common/AskDialog.js';

interface PersonAskDialogProps {
  person: PersonRecord;
  /** disable, enable, sessions or delete */
  act: string;
  onClose: () => void;
}

const told: Record<string, string> = { sessions: 'sessionsEnded', delete: 'deleted' };

/** Asks before an account is disabled, enabled, signed out or deleted. */
export function PersonAskDialog({ person: { id, username: name }, act, onClose }: PersonAskDialogProps) {
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
