import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslate } from 'react-admin';
import { UndoContext, type UndoOffer } from './undo.js';

const shownMs = 8000;

/**
 * Shows the notice of the last action with a button to undo it, on every page. react-admin shows its notifications one
 * after the other, but an offer to undo must be that of the last action.
 */
export function UndoProvider({ children }: { children: ReactNode }) {
  const translate = useTranslate();
  const [last, setLast] = useState<UndoOffer & { key: number }>();
  const [isUndoing, setIsUndoing] = useState(false);
  const offer = useCallback(
    (next: UndoOffer) => setLast((previous) => ({ ...next, key: (previous?.key ?? 0) + 1 })),
    [],
  );
  const forget = (key: number | undefined) =>
    setLast((current) => (current?.key === key ? undefined : current));

  return (
    <UndoContext value={offer}>
      {children}
      {last && (
        <Snackbar
          key={last.key}
          open
          autoHideDuration={isUndoing ? null : shownMs}
          onClose={(_event, reason) => reason !== 'clickaway' && forget(last.key)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
        >
          <Alert
            severity="success"
            variant="filled"
            action={
              <Button
                color="inherit"
                loading={isUndoing}
                onClick={() => {
                  setIsUndoing(true);
                  void last.undo().finally(() => {
                    setIsUndoing(false);
                    forget(last.key);
                  });
                }}
              >
                {translate('admin.undo.button')}
              </Button>
            }
          >
            {last.message}
          </Alert>
        </Snackbar>
      )}
    </UndoContext>
  );
}
