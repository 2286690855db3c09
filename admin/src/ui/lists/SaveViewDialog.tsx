import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import { maximumViewName } from '#domain/views';
import { errorMessage } from '../../../../browser/http.js';
import { FormDialog } from '../common/FormDialog.js';

interface SaveViewDialogProps {
  error: unknown;
  isSaving: boolean;
  onSave: (name: string) => void;
  onClose: () => void;
}

/** Asks for the name of a view. */
export function SaveViewDialog({ error, isSaving, onSave, onClose }: SaveViewDialogProps) {
  const translate = useTranslate();
  const [name, setName] = useState('');
  return (
    <FormDialog
      title={translate('admin.views.addTitle')}
      error={error ? errorMessage(error, messages.saveView) : undefined}
      isPending={isSaving}
      isDisabled={!name.trim()}
      onSubmit={() => onSave(name.trim())}
      onClose={onClose}
    >
      <TextField
        fullWidth
        autoFocus
        margin="normal"
        id="view-name"
        label={translate('admin.views.name')}
        helperText={translate('admin.views.hint')}
        autoComplete="off"
        value={name}
        onChange={({ target }) => setName(target.value)}
        slotProps={{ htmlInput: { maxLength: maximumViewName } }}
      />
    </FormDialog>
  );
}
