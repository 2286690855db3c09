import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import type { dataProvider } from '../data/dataProvider.js';
import type { PersonRecord } from '../data/peopleMethods.js';
import { FormDialog } from '../ui/common/FormDialog.js';
import { usePersonWrite } from './usePersonWrite.js';

interface SecondFactorResetDialogProps {
  person: PersonRecord;
  onClose: () => void;
}

/** Asks why a person's second factor is removed, and removes it. */
export function SecondFactorResetDialog({ person, onClose }: SecondFactorResetDialogProps) {
  const translate = useTranslate();
  const { resetSecondFactor } = useDataProvider<typeof dataProvider>();
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const named = { name: person.username };
  const write = usePersonWrite({
    act: () => resetSecondFactor(person.id, reason.trim()),
    done: 'factorReset',
    named,
    onDone: onClose,
  });
  const label = translate('resources.people.actions.secondFactor');
  return (
    <FormDialog
      title={`${label}: ${person.username}`}
      text={translate('resources.people.reasonText', named)}
      submit={label}
      isPending={write.isPending}
      onSubmit={() => {
        setIsMissing(!reason.trim());
        if (reason.trim()) write.mutate();
      }}
      onClose={onClose}
    >
      <TextField
        fullWidth
        autoFocus
        margin="normal"
        id="reset-reason"
        label={translate('resources.people.reason')}
        value={reason}
        error={isMissing}
        helperText={isMissing ? translate('resources.people.reasonRequired') : undefined}
        onChange={({ target }) => {
          setReason(target.value);
          setIsMissing(false);
        }}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
    </FormDialog>
  );
}
