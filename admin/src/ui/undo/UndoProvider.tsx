import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { errorMessage } from '../../../../browser/http.js';
import { messages } from '#domain/messages';
import { watchRecords } from '../../data/recordCache.js';
import { isUnanswered, untilAnswered } from '../../session/untilAnswered.js';
import { usePageShortcuts } from '../shortcuts/usePageShortcuts.js';
import { type Offered, UndoContext, type UndoOffer, withoutChanged, withOffer } from './undo.js';
import { useTellFailure } from './refusals.js';
import { UndoNotice } from './UndoNotice.js';
import { useCan } from '../../session/role.js';

interface UndoProviderProps {
  children: ReactNode;
  /** Places the notice beside the other notifications. */
  notices: (notice: ReactNode) => ReactNode;
}

/**
 * Offers to undo what was done, on every page: the last act first, in a notice and by the key `u`. An offer is gone
 * when a record has changed so that it no longer applies.
 */
export function UndoProvider({ children, notices }: UndoProviderProps) {
  const client = useQueryClient();
  const tellFailure = useTellFailure();
  const translate = useTranslate();
  const [offers, setOffers] = useState<readonly Offered[]>([]);
  const [running, setRunning] = useState<number>();
  // A role that may write no longer has nothing to undo.
  const canWrite = useCan('write', 'payments');
  const last = canWrite ? offers.at(-1) : undefined;

  useEffect(
    () =>
      watchRecords(client, (resource, records) =>
        setOffers((current) => withoutChanged(current, resource, records)),
      ),
    [client],
  );
  const offer = useCallback((next: UndoOffer) => setOffers((current) => withOffer(current, next)), []);
  const forget = (key: number) => setOffers((current) => current.filter((one) => one.key !== key));

  const undo = async ({ key, undo: act }: Offered) => {
    if (running !== undefined) return;
    setRunning(key);
    try {
      await untilAnswered(act);
      forget(key);
    } catch (error) {
      if (isUnanswered(error))
        setOffers((current) =>
          current.map((one) => (one.key === key ? { ...one, isUnknown: true as const } : one)),
        );
      else {
        forget(key);
        tellFailure(error, errorMessage(error, messages.undoTransaction), translate('admin.undo.failed'));
      }
    } finally {
      setRunning(undefined);
    }
  };
  usePageShortcuts(({ key, repeat }) => {
    if (key !== 'u' || repeat || !last) return false;
    void undo(last);
    return true;
  });

  return (
    <UndoContext value={offer}>
      {children}
      {notices(
        last && (
          <UndoNotice
            key={last.key}
            message={last.message}
            isUndoing={running === last.key}
            isUnknown={last.isUnknown === true}
            onUndo={() => void undo(last)}
            onClose={() => forget(last.key)}
          />
        ),
      )}
    </UndoContext>
  );
}
