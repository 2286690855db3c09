import MuiLink from '@mui/material/Link';
import { type FieldProps, useFieldValue, useTranslate, useTranslateLabel } from 'react-admin';
import { EmailText } from '#browser/EmailText';
import { Copyable } from './Copyable.js';
import { DateText } from './DateText.js';
import { TimeText } from './TimeText.js';

/** react-admin's EmailField, which breaks a long address after its @, and can have a button that copies it. */
export function EmailField({ isCopyable, ...props }: FieldProps & { isCopyable?: boolean }) {
  const translateLabel = useTranslateLabel();
  const email = useFieldValue(props) as string | undefined;
  if (!email) return null;
  // An erased email is no address.
  if (!email.includes('@')) return <span>{email}</span>;
  const link = (
    <MuiLink href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>
      <EmailText email={email} />
    </MuiLink>
  );
  if (!isCopyable) return <span>{link}</span>;
  return (
    <Copyable text={email} name={translateLabel(props) as string}>
      {link}
    </Copyable>
  );
}

/** A phone number that is called by a tap; nothing but digits and a leading plus are dialled. */
export function PhoneField(props: FieldProps) {
  const translate = useTranslate();
  const phone = useFieldValue(props) as string | null | undefined;
  if (!phone) return props.emptyText && translate(props.emptyText);
  const number = phone.replace(/(?!^\+)\D/g, '');
  return <span>{number ? <MuiLink href={`tel:${number}`}>{phone}</MuiLink> : phone}</span>;
}

/** react-admin's DateField, whose title names the instant in the reader's time zone. */
export function DateField({ showTime, ...props }: FieldProps & { showTime?: boolean }) {
  const value = useFieldValue(props) as string;
  return showTime ? <TimeText value={value} /> : <DateText value={value} />;
}
