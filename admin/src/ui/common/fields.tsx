import { Link as MuiLink } from '@mui/material';
import type { ReactNode } from 'react';
import {
  type DateFieldProps,
  type FieldProps,
  DateField as RaDateField,
  useFieldValue,
  useTranslateLabel,
} from 'react-admin';
import { formatZonedTime } from '#domain/platform/dates';
import { erasedText } from '#domain/care/personal-data';
import { Copyable } from './Copyable.js';
import { useTranslate } from '../i18n/useTranslate.js';

/** react-admin's DateField, whose title names the instant in the reader's time zone. */
export function DateField(props: DateFieldProps) {
  const at = useFieldValue(props) as string | null;
  return (
    <RaDateField {...(at && { component: 'time', dateTime: at, title: formatZonedTime(at) })} {...props} />
  );
}

/** A phone number that is called by a tap; nothing but digits and a leading plus are dialled. */
export function PhoneField(props: FieldProps) {
  const translate = useTranslate();
  const phone = useFieldValue(props) as string | null | undefined;
  if (!phone) return props.emptyText && translate(props.emptyText);
  const number = phone.replace(/(?!^\+)\D/g, '');
  return <span translate="no">{number ? <MuiLink href={`tel:${number}`}>{phone}</MuiLink> : phone}</span>;
}

/** A field, by default as text, with a button that copies its value, unless that is erased. */
export function CopyableField({ children, ...field }: FieldProps & { children?: ReactNode }) {
  const translateLabel = useTranslateLabel();
  const text = useFieldValue(field) as string | undefined;
  if (!text) return null;
  if (text === erasedText) return <span>{text}</span>;
  return (
    <Copyable text={text} name={translateLabel(field) as string}>
      {children ?? text}
    </Copyable>
  );
}
