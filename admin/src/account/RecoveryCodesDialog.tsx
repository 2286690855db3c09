import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import GlobalStyles from '@mui/material/GlobalStyles';
import { useNotify, useTranslate } from 'react-admin';
import { saveFile } from '../ui/exports/saveFile.js';

interface RecoveryCodesDialogProps {
  codes: string[];
  onClose: () => void;
}

/** Of everything on the page, only the codes are printed. */
const printed = (
  <GlobalStyles
    styles={{
      '@media print': {
        'body > *:not(.recovery-codes)': { display: 'none !important' },
        '.recovery-codes .MuiDialogActions-root, .recovery-codes .MuiBackdrop-root': { display: 'none' },
      },
    }}
  />
);

/** New recovery codes, which are never shown again: to copy, to save and to print. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const label = (name: string) => translate(`admin.account.recovery.${name}`);
  const text = `${codes.join('\n')}\n`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      notify('admin.copy.done', { type: 'success' });
    } catch {
      // The codes are on the screen; without TLS there is no clipboard.
      notify('admin.account.recovery.copyFailed', { type: 'info' });
    }
  };
  return (
    <Dialog
      open
      className="recovery-codes"
      // Closed by its button only: the codes are lost then.
      onClose={() => {}}
      fullWidth
      maxWidth="xs"
      aria-labelledby="recovery-title"
    >
      {printed}
      <DialogTitle id="recovery-title">{label('title')}</DialogTitle>
      <DialogContent>
        <DialogContentText>{label('text')}</DialogContentText>
        <Box
          component="ul"
          sx={{
            listStyle: 'none',
            p: 0,
            my: 2,
            display: 'grid',
            gap: 0.5,
            fontFamily: 'monospace',
            fontSize: '1rem',
            overflowWrap: 'anywhere',
          }}
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Box>
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 1 }}>
        <Button onClick={() => void copy()}>{label('copy')}</Button>
        <Button onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')}>
          {label('download')}
        </Button>
        <Button onClick={() => print()}>{label('print')}</Button>
        <Button variant="contained" onClick={onClose}>
          {label('kept')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
