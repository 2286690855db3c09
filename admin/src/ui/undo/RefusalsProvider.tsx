import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslate } from 'react-admin';
import { type Refusal, RefusalsContext } from './refusals.js';

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
