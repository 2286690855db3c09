import CloseIcon from '@mui/icons-material/Close';
import { Alert, AlertTitle, Box, Button, IconButton, Snackbar } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { Notification, useNotify } from 'react-admin';
import { messages } from '#domain/platform/messages';
import { errorMessage } from '#browser/http';
import { watchRecords } from '../../data/recordCache.js';
import { useKeptFocus } from '../common/useKeptFocus.js';
import { useCan } from '../../data/session/role.js';
import { isUnanswered, untilAnswered } from '../../data/session/untilAnswered.js';
import { usePageShortcuts } from '../shortcuts/usePageShortcuts.js';
import {
  failureTeller,
  type Offered,
  type Refusal,
  RefusalsContext,
  UndoContext,
  type UndoOffer,
  withOffer,
  withoutChanged,
} from './undo.js';
import { useTranslate } from '../i18n/useTranslate.js';

/** The style of a notice that stands in its place among the others instead of over them. */
const inNotices = {
  position: 'static',
  // MUI's own from 600 px on stands in a media query, which comes last.
  transform: { xs: 'none', sm: 'none' },
  pointerEvents: 'auto',
} as const;

/** The notices at the bottom of every page: the offer to undo, and below it react-admin's notifications. */
export const Notices = ({ children }: { children?: ReactNode }) => (
  <Box
    {...useKeptFocus('button')}
    sx={{
      position: 'fixed',
      insetInline: { xs: 8, sm: 24 },
      bottom: { xs: 8, sm: 24 },
      zIndex: 'snackbar',
      display: 'flex',
      flexDirection: 'column',
      alignItems: { xs: 'stretch', sm: 'center' },
      gap: 1,
      pointerEvents: 'none',
    }}
  >
    {children}
    <Notification sx={inNotices} />
  </Box>
);

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
        sx={{
          alignItems: 'center',
          // On a phone Undo has a line of its own: beside it the text would be a narrow column.
          flexWrap: { xs: 'wrap', sm: 'nowrap' },
          '& .MuiAlert-message': { flex: { xs: '1 1 70%', sm: '0 1 auto' } },
          '& .MuiAlert-action': { py: 0 },
        }}
        role={isUnknown ? 'alert' : 'status'}
        action={
          <>
            <Button color="inherit" loading={isUndoing} onClick={onUndo}>
              <span>{translate(isUnknown ? 'admin.undo.again' : 'ra.action.undo')}</span>
            </Button>
            {isUnknown && (
              <IconButton color="inherit" aria-label={translate('ra.action.close')} onClick={onClose}>
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

/** Refusals at once. */
const maximumShown = 3;

/** Shows what was refused until it is closed, and offers to undo what was done, the last act first, also by the key `u`. */
export function NoticesProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const notify = useNotify();
  const translate = useTranslate();
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const refuse = useCallback((refusal: Refusal) => {
    setRefusals((current) => [...current, refusal].slice(-maximumShown));
  }, []);
  const tellFailure = failureTeller(notify, refuse);
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
    <RefusalsContext value={refuse}>
      <UndoContext value={offer}>
        {children}
        <Notices>
          {last && (
            <UndoNotice
              key={last.key}
              message={last.message}
              isUndoing={running === last.key}
              isUnknown={last.isUnknown === true}
              onUndo={() => void undo(last)}
              onClose={() => forget(last.key)}
            />
          )}
          {refusals.map((refusal, index) => (
            <Alert
              key={index}
              severity="error"
              sx={{ pointerEvents: 'auto', maxWidth: 560, boxShadow: 6 }}
              closeText={translate('ra.action.close')}
              onClose={() => setRefusals((current) => current.filter((one) => one !== refusal))}
            >
              <AlertTitle>{refusal.title}</AlertTitle>
              {refusal.message}
            </Alert>
          ))}
        </Notices>
      </UndoContext>
    </RefusalsContext>
  );
}
