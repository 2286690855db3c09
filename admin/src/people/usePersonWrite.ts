import { useNotify } from 'react-admin';
import { messages } from '#domain/messages';
import { errorMessage } from '../../../browser/http.js';
import { useWrite } from '../data/useWrite.js';

interface PersonWrite<Variables> {
  act: (variables: Variables) => Promise<unknown>;
  /** The key of what is said when it is done. */
  done: string;
  /** The names in that text. */
  named: object;
  onDone?: () => void;
}

/** A write to people or invitations, which says that it was done, or why not. */
export function usePersonWrite<Variables = void>({ act, done, named, onDone }: PersonWrite<Variables>) {
  const notify = useNotify();
  return useWrite<unknown, Variables>({
    mutationKey: ['people', 'write'],
    mutationFn: act,
    onSuccess: () => {
      notify(`resources.people.${done}`, { type: 'success', messageArgs: named });
      onDone?.();
    },
    onError: (error) => notify(errorMessage(error, messages.changePerson), { type: 'error' }),
  });
}
