import { createContext, useContext } from 'react';

/** An action that was done and can be undone. */
export interface UndoOffer {
  message: string;
  /** Undoes the action and notifies of the result. */
  undo: () => Promise<unknown>;
}

export const UndoContext = createContext<(offer: UndoOffer) => void>(() => {});

/** Offers to undo an action; a later offer replaces an earlier one. */
export const useOfferUndo = () => useContext(UndoContext);
