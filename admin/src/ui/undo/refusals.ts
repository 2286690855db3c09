import { createContext, useContext } from 'react';
import { useNotify } from 'react-admin';
import { HttpError } from '../../../../browser/http.js';

/** A write that was refused because a colleague had changed the record. */
export interface Refusal {
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
