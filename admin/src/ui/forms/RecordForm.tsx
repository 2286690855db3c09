import { Button, styled } from '@mui/material';
import type { ReactElement } from 'react';
import {
  type RaRecord,
  Toolbar,
  useGetRecordRepresentation,
  useNotify,
  useResourceContext,
} from 'react-admin';
import { Link } from 'react-router';
import { useLeadOn } from '../page/useLeadOn.js';
import { SubmitButton } from './WriteForm.js';
import { useTranslate } from '../i18n/useTranslate.js';

/** Fields in two columns, one on a phone; `data-wide` takes both. */
export const FormGrid = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  columnGap: 24,
  rowGap: 16,
  alignItems: 'start',
  [theme.breakpoints.down('sm')]: { gridTemplateColumns: '1fr' },
  '[data-wide]': { gridColumn: '1 / -1' },
  '.MuiFormControl-root, .MuiAutocomplete-root': { width: '100%', margin: 0 },
}));

/** react-admin's Toolbar with Cancel, and a Save that can always be pressed: it says what is missing. */
export function FormToolbar({ cancel }: { cancel: string | (() => void) }) {
  const translate = useTranslate();
  const where = typeof cancel === 'string' ? { component: Link, to: cancel } : { onClick: cancel };
  return (
    <Toolbar
      sx={{
        justifyContent: 'flex-end',
        gap: 1.5,
        // The colour of what is behind it: the page, or a dialog.
        '&&': { px: 0, bgcolor: typeof cancel === 'string' ? 'background.default' : 'background.paper' },
      }}
    >
      <Button variant="outlined" {...where}>
        {translate('ra.action.cancel')}
      </Button>
      <SubmitButton />
    </Toolbar>
  );
}

/** The `transform` of an Edit or a Create: only the form's fields are sent, with the version that it was opened on. */
export const sentFields =
  (fields: readonly string[]) =>
  (values: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(
      [...fields, 'version'].flatMap((field) => (field in values ? [[field, values[field]] as const] : [])),
    );

type Saved = RaRecord<string>;

/**
 * Notifies that a record was saved, naming it, and leads on to its `page`. Where `offer` resolves to an element, that
 * is the notice, and stays until it is closed or used.
 */
export function useSavedNotice(
  how: 'created' | 'updated',
  page: (record: Saved) => string,
  offer?: (record: Saved, previous: Saved | undefined, saved: string) => Promise<ReactElement | undefined>,
) {
  const notify = useNotify();
  const translate = useTranslate();
  const leadOn = useLeadOn();
  const resource = useResourceContext();
  const represent = useGetRecordRepresentation(resource);
  return (record: Saved, variables: object = {}) => {
    const message = `resources.${resource}.saved.${how}`;
    const messageArgs = { name: represent(record) };
    const tell = async () => {
      const { previousData } = variables as { previousData?: Saved };
      const notice = await offer?.(record, previousData, translate(message, messageArgs));
      if (notice) notify(notice, { autoHideDuration: null });
      else notify(message, { type: 'success', messageArgs });
    };
    // Not awaited: the form is saved, and leads on.
    void tell();
    leadOn(page(record));
  };
}
