import { useNotify } from 'react-admin';
import { messages } from '#domain/messages';
import { errorMessage } from '../../../browser/http.js';
import { useWrite } from '../data/useWrite.js';

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
