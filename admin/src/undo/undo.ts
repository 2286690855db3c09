import { createContext, useContext } from 'react';

/** What was done, and how it is taken back. */
export interface UndoOffer {
  message: string;
  /** Takes it back and tells how that went. */
  undo: () => Promise<unknown>;
}

export const UndoContext = createContext<(offer: UndoOffer) => void>(() => {});

/** Offers to undo what was done; a later offer takes the place of an earlier one. */
export const useOfferUndo = () => useContext(UndoContext);
