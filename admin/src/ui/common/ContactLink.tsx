import MuiLink from '@mui/material/Link';
import { Fragment } from 'react';

/** An email address as text. It breaks after its dots and its @ rather than inside a word. */
export const EmailText = ({ email }: { email: string }) =>
  email.split(/(?<=[.@])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));

/** An email address that opens a mail to it. */
export const EmailLink = ({ email }: { email: string }) => (
  <MuiLink href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>
    <EmailText email={email} />
  </MuiLink>
);

/** A phone number that is called by a tap; nothing but digits and a leading plus are dialled. */
export const PhoneLink = ({ phone }: { phone: string }) => (
  <MuiLink href={`tel:${phone.replace(/(?!^\+)\D/g, '')}`}>{phone}</MuiLink>
);
