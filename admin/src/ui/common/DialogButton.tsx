import { Button, type ButtonProps } from '@mui/material';
import { type ReactNode, useState } from 'react';

interface DialogButtonProps extends ButtonProps {
  dialog: (close: () => void) => ReactNode;
}

/** A button that opens a dialog, which has the record in context. */
export function DialogButton({ dialog, ...button }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setIsOpen(true)} />
      {isOpen && dialog(() => setIsOpen(false))}
    </>
  );
}
