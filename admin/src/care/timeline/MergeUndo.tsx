import { Button } from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { messages } from '#domain/platform/messages';
import { errorMessage } from '#browser/http';
import { useCall } from '../../data/useCall.js';
import { useWrite } from '../../data/useWrite.js';
import { SafeConfirm } from '../../ui/forms/SafeConfirm.js';
import { Permitted } from '../../ui/page/Permitted.js';
import { useTexts } from '../../ui/i18n/useTranslate.js';

/** Undoes the merge of an entry of the history, after asking; the question shows why it cannot be undone. */
export function MergeUndo({ merge }: { merge: string }) {
  const label = useTexts('resources.customers.merge');
  const notify = useNotify();
  const call = useCall();
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, isPending, error } = useWrite({
    mutationKey: ['customers', 'undoMerge'],
    mutationFn: () => call('POST /customers/merges/{id}/undo', { id: merge }),
    onSuccess: () => {
      notify('resources.customers.merge.undone', { type: 'success' });
      setIsAsking(false);
    },
  });
  return (
    <Permitted to="write" resource="customers">
      <Button size="small" onClick={() => setIsAsking(true)}>
        {label('undo')}
      </Button>
      {isAsking && (
        <SafeConfirm
          title={label('undoAsk')}
          content={label('undoText')}
          confirm={label('undo')}
          error={error ? errorMessage(error, messages.undoMerge) : undefined}
          loading={isPending}
          onConfirm={() => mutate()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Permitted>
  );
}
