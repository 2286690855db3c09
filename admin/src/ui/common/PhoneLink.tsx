import MuiLink from '@mui/material/Link';

/** A phone number that is called by a tap; nothing but digits and a leading plus are dialled. */
export const PhoneLink = ({ phone }: { phone: string }) => (
  <MuiLink href={`tel:${phone.replace(/(?!^\+)\D/g, '')}`}>{phone}</MuiLink>
);
