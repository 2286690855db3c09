import CloseIcon from '@mui/icons-material/Close';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Snackbar from '@mui/material/Snackbar';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import { errorMessage } from '../../../../browser/http.js';
import { watchRecords } from '../../data/recordCache.js';
import { useCan } from '../../session/role.js';
import { isUnanswered, untilAnswered } from '../../session/untilAnswered.js';
import { usePageShortcuts } from '../shortcuts/usePageShortcuts.js';
import { inNotices } from './Notices.js';
import { useTellFailure } from './refusals.js';
import { type Offered, UndoContext, type UndoOffer, withOffer, withoutChanged } from './undo.js';

const shownMs = 8000;

interface UndoNoticeProps {
  message: string;
  isUndoing: boolean;
  /** True where no answer came to the undo. */
  isUnknown: boolean;
  onUndo: () => void;
  onClose: () => void;
}

/** The notice of what was done, with a button to undo it; it stays where it is not known whether it was undone. */
function UndoNotice({ message, isUndoing, isUnknown, onUndo, onClose }: UndoNoticeProps) {
  const translate = useTranslate();
  return (
    <Snackbar
      open
      autoHideDuration={isUndoing || isUnknown ? null : shownMs}
      onClose={(_event, reason) => reason !== 'clickaway' && onClose()}
      sx={inNotices}
    >
      <Alert
        severity={isUnknown ? 'warning' : 'success'}
        variant="filled"
        role={isUnknown ? 'alert' : 'status'}
        action={
          <>
            <Button color="inherit" loading={isUndoing} onClick={onUndo}>
              {translate(isUnknown ? 'admin.undo.again' : 'admin.undo.button')}
            </Button>
            {isUnknown && (
              <IconButton color="inherit" aria-label={translate('admin.undo.close')} onClick={onClose}>
                <CloseIcon fontSize="small" />
              </IconButton>
            )}
          </>
        }
      >
        {isUnknown ? translate('admin.undo.unknown', { message }) : message}
      </Alert>
    </Snackbar>
  );
}

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
