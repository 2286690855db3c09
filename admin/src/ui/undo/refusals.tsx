import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { HttpError } from '../../../../browser/http.js';

/** A write that was refused because a colleague had changed the record. */
interface Refusal {
  /** Names the record, which may have left the screen. */
  title: string;
  message: string;
}

export const RefusalsContext = createContext<(refusal: Refusal) => void>(() => {});

export const isConflict = (error: unknown): boolean => error instanceof HttpError && error.status === 409;

/** Tells why a write failed: a refusal because of a colleague's change stays until it is closed. */
export function useTellFailure() {
  const notify = useNotify();
  const refuse = useContext(RefusalsContext);
  return (error: unknown, message: string, title: string) => {
    if (isConflict(error)) refuse({ title, message });
    else notify(message, { type: 'error' });
  };
}

const maximumShown = 3;

interface RefusalsProviderProps {
  /** Renders what is inside with the refusals to place among the notices. */
  children: (refusals: ReactNode) => ReactNode;
}

/** Shows refused writes on every page, until each is closed. */
export function RefusalsProvider({ children }: RefusalsProviderProps) {
  const translate = useTranslate();
  const [shown, setShown] = useState<readonly Refusal[]>([]);
  const add = useCallback((refusal: Refusal) => {
    setShown((current) => [...current, refusal].slice(-maximumShown));
  }, []);
  return (
    <RefusalsContext value={add}>
      {children(
        shown.map((refusal, index) => (
          <Alert
            key={index}
            severity="error"
            sx={{ pointerEvents: 'auto', maxWidth: 560, boxShadow: 6 }}
            closeText={translate('admin.undo.close')}
            onClose={() => setShown((current) => current.filter((one) => one !== refusal))}
          >
            <AlertTitle>{refusal.title}</AlertTitle>
            {refusal.message}
          </Alert>
        )),
      )}
    </RefusalsContext>
  );
}
