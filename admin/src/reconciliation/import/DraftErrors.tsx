import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import { errorMessage, HttpError } from '../../../../browser/http.js';
import { TextLink } from '../../ui/common/TextLink.js';
import { draftPath } from '../../ui/paths.js';
import type { DraftActions } from './useDraftActions.js';

interface DraftErrorsProps {
  actions: DraftActions;
  /** The reason why the file could not be moved to another account. */
  moveError: Error | null;
}

/** The reason why a draft could not be changed, moved or imported; a reading that failed can be asked for again. */
export function DraftErrors({ actions, moveError }: DraftErrorsProps) {
  const translate = useTranslate();
  const { mapping, importing, isRead, isChanging, setMapping } = actions;
  const error = importing.error ?? moveError ?? actions.error;
  if (!error) return null;
  const known = error instanceof HttpError ? error.body.errors?.statementId : undefined;
  return (
    <Alert
      severity="error"
      action={
        mapping &&
        !isRead &&
        !isChanging && (
          <Button color="inherit" onClick={() => setMapping(mapping)}>
            {translate('admin.error.retry')}
          </Button>
        )
      }
    >
      {errorMessage(error, importing.error ? messages.importStatement : messages.uploadStatement)}{' '}
      {known && (
        <TextLink to={draftPath(known)}>{translate('resources.reconcile.import.showKnown')}</TextLink>
      )}
    </Alert>
  );
}
