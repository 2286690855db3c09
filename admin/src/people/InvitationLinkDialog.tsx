import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import type { Invitation } from '#domain/people';
import { Copyable } from '../ui/common/Copyable.js';

interface InvitationLinkProps {
  invitation: Invitation;
  onClose: () => void;
}

/** The link of an invitation that no mail carries, which is never shown again: to copy. */
export function InvitationLinkDialog({ invitation: { email, link = '' }, onClose }: InvitationLinkProps) {
  const translate = useTranslate();
  const label = (key: string, options?: object) => translate(`resources.people.link.${key}`, options);
  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      // Closed by its button only: the link is lost then.
      onClose={() => {}}
      aria-labelledby="invitation-link"
      aria-describedby="invitation-link-text"
    >
      <DialogTitle id="invitation-link">{label('title')}</DialogTitle>
      <DialogContent>
        <DialogContentText id="invitation-link-text" sx={{ overflowWrap: 'anywhere' }}>
          {label('text', { email })}
        </DialogContentText>
        <Typography component="div" sx={{ mt: 2, overflowWrap: 'anywhere', fontFamily: 'monospace' }}>
          <Copyable text={link} name={label('copy', { email })}>
            {link}
          </Copyable>
        </Typography>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="contained" onClick={onClose}>
          {label('kept')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
