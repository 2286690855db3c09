import { Alert, DialogContentText } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { Confirm, type ConfirmProps } from 'react-admin';

interface SafeConfirmProps extends Pick<ConfirmProps, 'confirm' | 'confirmColor' | 'loading'> {
  title: string;
  /** One or more sentences on the consequences. */
  content: string | string[];
  /** Further facts below them. */
  children?: ReactNode;
  /** The message of a failure. */
  error?: string | undefined;
  /** None where nothing is left to confirm. */
  onConfirm?: (() => void) | undefined;
  onClose: () => void;
}

/**
 * react-admin's Confirm for what deletes something, or changes money. It shows why the server refused, and stays until it
 * has answered.
 */
export function SafeConfirm(props: SafeConfirmProps) {
  const { content, children, error, loading = false, onConfirm, onClose, ...confirm } = props;
  const id = useId();
  return (
    <Confirm
      {...confirm}
      isOpen
      aria-describedby={id}
      content={
        <>
          <div id={id}>
            {[content].flat().map((text) => (
              <DialogContentText key={text} sx={{ '& + &': { mt: 1.5 } }}>
                {text}
              </DialogContentText>
            ))}
          </div>
          {children}
          {error && (
            <Alert severity="error" sx={{ mt: 2 }}>
              {error}
            </Alert>
          )}
        </>
      }
      loading={loading}
      {...(!onConfirm && { cancel: 'admin.undo.close', sx: { '& .ra-confirm': { display: 'none' } } })}
      onConfirm={() => onConfirm?.()}
      onClose={() => !loading && onClose()}
    />
  );
}
