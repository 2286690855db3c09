import { createContext, type ReactNode, useContext } from 'react';

type ShowDialog = (dialog: (close: () => void) => ReactNode) => void;

export const DialogsContext = createContext<ShowDialog>(() => {});

/** Returns a function that shows a dialog which outlives the row that opened it. */
export const useShowDialog = () => useContext(DialogsContext);
