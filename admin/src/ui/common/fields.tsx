import CopiedIcon from '@mui/icons-material/Check';
import CopyIcon from '@mui/icons-material/ContentCopy';
import {
  Box,
  Chip,
  IconButton,
  Link as MuiLink,
  type LinkProps,
  styled,
  Typography,
  type TypographyProps,
} from '@mui/material';
import { type CSSProperties, type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import {
  ChipField,
  type ChipFieldProps,
  DateField as RaDateField,
  type DateFieldProps,
  type FieldProps,
  useFieldValue,
  useNotify,
  useTranslateLabel,
} from 'react-admin';
import { Link } from 'react-router';
import { formatZonedTime } from '#domain/platform/dates';
import { erasedText } from '#domain/care/personal-data';
import type { Tone } from '#domain/platform/colors';
import { useTranslate } from '../i18n/useTranslate.js';
import { visuallyHidden } from './visuallyHidden.js';

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

/** A quiet line beside what it is about. */
export const Hint = (props: TypographyProps) => (
  <Typography variant="body2" color="text.secondary" {...props} />
);

/** A link within the back-office that looks like text. Its click does not reach a clickable row around it. */
export const TextLink = ({ to, ...props }: LinkProps & { to: string }) => (
  <MuiLink component={Link} to={to} onClick={(event: MouseEvent) => event.stopPropagation()} {...props} />
);

/** Sets the whole text as the title of a text that is cut. */
function nameWhole({ currentTarget: element }: MouseEvent<HTMLElement>) {
  element.title = element.scrollWidth > element.clientWidth ? element.innerText : '';
}

/** One line of text; cut text is readable by hover. */
export const Ellipsis = ({ children, style }: { children: ReactNode; style?: CSSProperties }) => (
  // A name that is written from right to left keeps its beginning, too.
  <Line dir="auto" style={style} onMouseEnter={nameWhole}>
    {children}
  </Line>
);

const Line = styled('span')({
  display: 'block',
  // Without a width of its own, so that a long text does not widen its column.
  width: 0,
  minWidth: '100%',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  textAlign: 'left',
});

/** Short facts, each a chip, in a line that wraps. */
export const ChipLine = ({ names, mt }: { names: readonly string[]; mt?: number }) => (
  <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5, mt }}>
    {names.map((name) => (
      <Chip key={name} component="span" variant="outlined" label={name} />
    ))}
  </Box>
);

const colors: Record<Tone, ChipFieldProps['color']> = {
  success: 'success',
  warning: 'warning',
  error: 'error',
  info: 'info',
  neutral: 'default',
};

/** A word as react-admin's ChipField, in the colour of its tone. */
export const ToneChip = ({ name, tone }: { name: string; tone: Tone }) => (
  <ChipField source="name" record={{ name }} color={colors[tone]} />
);

const shownMs = 2000;

interface CopyButtonProps {
  text: string;
  /** The name of the text, for the button's label. */
  name: string;
}

/** Copies a text. The icon turns into a tick for a moment, and a screen reader announces it. */
export function CopyButton({ text, name }: CopyButtonProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const [isCopied, setIsCopied] = useState(false);
  const label = translate('admin.copy.label', { name });

  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setIsCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
    } catch {
      // The browser refused, or the page came without TLS, where there is no clipboard.
      notify('admin.copy.failed', { type: 'info', messageArgs: { text }, autoHideDuration: null });
    }
  };

  return (
    <>
      <IconButton
        size="small"
        aria-label={label}
        title={label}
        onClick={() => void copy()}
        // As high as its line of text.
        sx={{ my: { xs: '-12px', md: '-4px' }, fontSize: '1.125rem' }}
      >
        {isCopied ? <CopiedIcon fontSize="inherit" color="success" /> : <CopyIcon fontSize="inherit" />}
      </IconButton>
      <Box component="span" role="status" sx={visuallyHidden}>
        {isCopied && translate('admin.copy.done')}
      </Box>
    </>
  );
}

/** A text with its button behind it, which stays on its last line. No translation of the page changes it. */
export const Copyable = ({ children, ...copy }: CopyButtonProps & { children: ReactNode }) => (
  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', maxWidth: '100%' }}>
    <span translate="no">{children}</span>
    <CopyButton {...copy} />
  </Box>
);
