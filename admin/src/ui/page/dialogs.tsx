import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { useLocation } from 'react-router';

type ShowDialog = (dialog: (close: () => void) => ReactNode) => void;

const DialogsContext = createContext<ShowDialog>(() => {});

/** Returns a function that shows a dialog which outlives the row that opened it. */
export const useShowDialog = () => useContext(DialogsContext);

interface Shown {
  pathname: string;
  dialog: (close: () => void) => ReactNode;
}

/** Shows a dialog of a row of a list, which may leave the list while the dialog is open; another page closes it. */
export function DialogsProvider({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const [shown, setShown] = useState<Shown>();
  const close = useCallback(() => setShown(undefined), []);
  const show = useCallback((dialog: Shown['dialog']) => setShown({ pathname, dialog }), [pathname]);
  return (
    <DialogsContext value={show}>
      {children}
      {shown?.pathname === pathname && shown.dialog(close)}
    </DialogsContext>
  );
}
