import { Button, type ButtonProps, styled } from '@mui/material';
import { visuallyHidden } from './visuallyHidden.js';

interface FileButtonProps extends Pick<ButtonProps, 'children' | 'disabled' | 'startIcon' | 'variant'> {
  accept: string;
  onFile: (file: File) => void;
}

/** A file field that looks like a button: the field itself takes the focus and the keys. */
export const FileButton = ({ accept, disabled, onFile, children, ...props }: FileButtonProps) => (
  <Button
    {...props}
    component="label"
    role={undefined}
    tabIndex={-1}
    disabled={disabled}
    sx={{ '&:focus-within': { outline: 3, outlineColor: 'primary.main', outlineOffset: 2 } }}
  >
    {children}
    <HiddenInput
      type="file"
      accept={accept}
      disabled={disabled}
      onChange={(event) => {
        const file = event.target.files?.[0];
        if (file) onFile(file);
        event.target.value = '';
      }}
    />
  </Button>
);

const HiddenInput = styled('input')(visuallyHidden);
