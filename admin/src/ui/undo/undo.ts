import { createContext, useContext } from 'react';
import { type RaRecord, useNotify } from 'react-admin';
import { HttpError } from '#browser/http';
import type { ResourceName } from '../../data/apiErrors.js';

/** One changed record of an act. */
export interface UndoPart {
  resource: ResourceName;
  id: string;
  /** The record's version after the act. */
  version: number;
  /** Returns whether the record still has what the act made of it, so that it can be taken back. */
  stands: (record: RaRecord) => boolean;
}

/** An act that was done and can be undone. */
export interface UndoOffer {
  message: string;
  parts: readonly UndoPart[];
  /** Undoes the act and notifies of the result. A repeated call undoes nothing twice. */
  undo: () => Promise<unknown>;
}

export interface Offered extends UndoOffer {
  key: number;
  /** True where no answer came to its undo. */
  isUnknown?: true;
}

/** Number of acts that can be undone one after the other, the last one first. */
const maximumOffers = 3;

export const withOffer = (offers: readonly Offered[], offer: UndoOffer): Offered[] =>
  [...offers, { ...offer, key: (offers.at(-1)?.key ?? 0) + 1 }].slice(-maximumOffers);

/** Returns the offers without those that no longer apply, now that records of a resource are as given. */
export function withoutChanged(
  offers: readonly Offered[],
  resource: unknown,
  records: readonly RaRecord[],
): readonly Offered[] {
  if (!offers.length) return offers;
  const byId = new Map(records.map((record) => [record.id, record]));
  const isGone = ({ resource: of, id, version, stands }: UndoPart) => {
    const record = of === resource ? byId.get(id) : undefined;
    // An older state was asked for before the act.
    return record && (record as { version?: number }).version! >= version && !stands(record);
  };
  if (!offers.some(({ parts }) => parts.some(isGone))) return offers;
  return offers
    .map((offer) => ({ ...offer, parts: offer.parts.filter((part) => !isGone(part)) }))
    .filter(({ parts }) => parts.length > 0);
}

export const UndoContext = createContext<(offer: UndoOffer) => void>(() => {});

/** Offers to undo an act: in a notice on every page, and by a key. */
export const useOfferUndo = () => useContext(UndoContext);

/** A write that was refused because a colleague had changed the record. */
export interface Refusal {
  /** Names the record, which may have left the screen. */
  title: string;
  message: string;
}

export const RefusalsContext = createContext<(refusal: Refusal) => void>(() => {});

export const isConflict = (error: unknown): boolean => error instanceof HttpError && error.status === 409;

/** Tells why a write failed: a refusal because of a colleague's change stays until it is closed. */
export const failureTeller =
  (notify: ReturnType<typeof useNotify>, refuse: (refusal: Refusal) => void) =>
  (error: unknown, message: string, title: string): void => {
    if (isConflict(error)) refuse({ title, message });
    else notify(message, { type: 'error' });
  };

export const useTellFailure = () => failureTeller(useNotify(), useContext(RefusalsContext));
