import type { Components, Theme } from '@mui/material';
import type { ComponentProps } from 'react';
import type { RaThemeOptions } from 'react-admin';
import { formatDate, formatDateTime, formatDay, formatTime } from '#domain/platform/dates';
import { EmailText } from '#browser/EmailText';

/** A date that react-admin's DateField shows in the product's form, unless the field has options of its own. */
class ShownDate extends Date {
  override toLocaleDateString(locales?: Intl.LocalesArgument, options?: Intl.DateTimeFormatOptions) {
    if (!options) return formatDate(this);
    // The field asks so for a day without a time, which is the same everywhere.
    const isDay = Object.keys(options).join() === 'timeZone' && options.timeZone === 'UTC';
    return isDay ? formatDay(this) : super.toLocaleDateString(locales, options);
  }

  override toLocaleString(locales?: Intl.LocalesArgument, options?: Intl.DateTimeFormatOptions) {
    return options ? super.toLocaleString(locales, options) : formatDateTime(this);
  }

  override toLocaleTimeString(locales?: Intl.LocalesArgument, options?: Intl.DateTimeFormatOptions) {
    return options ? super.toLocaleTimeString(locales, options) : formatTime(this);
  }
}

/** The link of an EmailField, which breaks a long address after its @; erased words are no address. */
const EmailLink = ({ children, ...link }: ComponentProps<'a'> & { children: string }) =>
  children.includes('@') ? (
    <a {...link} href={`mailto:${encodeURIComponent(children).replace('%40', '@')}`}>
      <EmailText email={children} />
    </a>
  ) : (
    <span>{children}</span>
  );

/** Labelled fields in rows: the labels in a column of their own, above the values in a narrow panel. */
const fieldRows = ({ palette, breakpoints }: Theme) => ({
  display: 'grid',
  gridTemplateColumns: 'fit-content(40%) 1fr',
  columnGap: 24,
  '& > .ra-field': {
    display: 'grid',
    gridColumn: '1 / -1',
    gridTemplateColumns: 'subgrid',
    margin: 0,
    padding: '8px 0',
    borderTop: `1px solid ${palette.divider}`,
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-line',
    '&:first-of-type': { borderTop: 0 },
    // A field without a value is left out, unless it says so by its `emptyText`.
    '&:has(> .RaLabeled-label):not(:has(> .RaLabeled-label + :not(:empty)))': { display: 'none' },
    '& > *': { margin: 0, fontSize: '1rem', lineHeight: 1.5 },
    // A link is as wide as its text.
    '& > a': { justifySelf: 'start' },
    // A thumb finds it on 44 px.
    [breakpoints.down('sm')]: { '& a': { paddingBlock: 14, marginBlock: -14 } },
  },
  '@container (max-width: 339px)': {
    gridTemplateColumns: '1fr',
    '& .RaLabeled-label': { fontSize: '0.875rem' },
  },
});

/** Lets react-admin's fields, and the pages that show a record by them, look as the product's. */
export const fieldsTheme = {
  RaDateField: {
    defaultProps: {
      variant: 'inherit',
      locales: 'en-US',
      transform: (value: string | Date) => new ShownDate(value),
    },
    styleOverrides: { root: { whiteSpace: 'nowrap' } },
  },
  // As large as the text around them.
  RaTextField: { defaultProps: { variant: 'inherit' } },
  RaNumberField: { defaultProps: { variant: 'inherit' } },
  RaEmailField: { defaultProps: { component: EmailLink, variant: 'inherit' } },
  RaReferenceField: {
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        '& .MuiTypography-root': { font: 'inherit' },
        // The colour of links, which `main` has too little contrast for.
        '& .RaReferenceField-link > *': { color: theme.palette.primary.dark },
      }),
    },
  },
  RaSimpleShowLayout: {
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        containerType: 'inline-size',
        padding: '8px 16px',
        'section &': { padding: 0 },
        '& .RaSimpleShowLayout-stack': fieldRows(theme),
      }),
    },
  },
  RaLabeled: { defaultProps: { component: 'div' } },
  RaTabbedShowLayout: {
    styleOverrides: {
      root: { containerType: 'inline-size', '& .RaTabbedShowLayout-content': { padding: 0 } },
    },
  },
  RaTab: {
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        '&:has(> .ra-field)': { ...fieldRows(theme), padding: '8px 16px' },
        // A table or list reaches the edges of the panel.
        '&& > .ra-field:not(:has(> .RaLabeled-label))': {
          gridTemplateColumns: '1fr',
          margin: '-8px -16px',
          padding: 0,
        },
      }),
    },
  },
} as Components<Theme> & RaThemeOptions['components'];
