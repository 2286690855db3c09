import MuiLink from '@mui/material/Link';
import { EmailText } from '../../../../browser/EmailText.js';

/** An email address that opens a mail to it. */
export const EmailLink = ({ email }: { email: string }) => (
  <MuiLink href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>
    <EmailText email={email} />
  </MuiLink>
);
