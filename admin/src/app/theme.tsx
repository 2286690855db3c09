import type { Components, Theme, ThemeOptions } from '@mui/material';
import { type ComponentProps, isValidElement } from 'react';
import type { InputHelperTextProps, RaThemeOptions } from 'react-admin';
import { colors, type ColorScheme } from '#domain/platform/colors';
import { formatDate, formatDateTime, formatDay, formatTime } from '#domain/platform/dates';
import { EmailText } from '#browser/EmailText';
import { shellTheme } from './shell/shellTheme.js';
import { viewsTheme } from './viewsTheme.js';

/** MUI's own text and lines are kept: they are shades of black and white on the background. */
const palette = (scheme: ColorScheme): ThemeOptions['palette'] => {
  const { primary, primaryDark, secondary, success, warning, info, error, background, surface } =
    colors[scheme];
  return {
    mode: scheme,
    // Links and text buttons use `dark`: on the page background, `main` has too little contrast.
    primary: { main: primary, dark: primaryDark },
    secondary: { main: secondary },
    success: { main: success },
    warning: { main: warning },
    info: { main: info },
    error: { main: error },
    background: { default: background, paper: surface },
  };
};

const edge = ({ theme }: { theme: Theme }) => ({ border: `1px solid ${theme.palette.divider}` });

/** The text below a field: a new element for each, as react-admin cannot write over one that a browser has translated. */
function HelperText({ children, ...props }: ComponentProps<'p'>) {
  const { error, helperText } = isValidElement<Partial<InputHelperTextProps>>(children)
    ? children.props
    : { helperText: children };
  const text = error ?? helperText;
  return (
    <p {...props}>
      <span key={typeof text === 'string' ? text : ''}>{children}</span>
    </p>
  );
}

const components: ThemeOptions['components'] = {
  // Keeps the scrolled-to or focused element clear of the header and of a form's button bar.
  MuiCssBaseline: { styleOverrides: { html: { scrollPaddingTop: 88, scrollPaddingBottom: 80 } } },
  MuiButtonBase: { defaultProps: { disableRipple: true } },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 40,
        [theme.breakpoints.down('md')]: { minHeight: 44 },
        '&.Mui-focusVisible': { outline: `3px solid ${theme.palette.primary.main}`, outlineOffset: 2 },
      }),
      text: ({ theme }) => ({
        '&.MuiButton-colorPrimary:not(.Mui-disabled)': { color: theme.palette.primary.dark },
      }),
      outlined: ({ theme }) => ({
        '&.MuiButton-colorPrimary:not(.Mui-disabled)': { color: theme.palette.primary.dark },
      }),
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        [theme.breakpoints.down('md')]: { minWidth: 44, minHeight: 44 },
        '&.Mui-focusVisible': { outline: `3px solid ${theme.palette.primary.main}`, outlineOffset: -2 },
        // On a phone, react-admin's buttons without an icon would be empty.
        '&:empty': { ...theme.typography.button, borderRadius: 8, color: theme.palette.primary.dark },
        '&:empty::after': { content: 'attr(aria-label)' },
      }),
    },
  },
  // Without the overlay that MUI adds to raised surfaces in the dark theme.
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' }, rounded: { borderRadius: 12 } } },
  // Menus and lists of choices lie on panels of the same colour.
  MuiPopover: { styleOverrides: { paper: edge } },
  MuiAutocomplete: {
    styleOverrides: {
      paper: edge,
      // A field whose clear button appears counts as a layout shift.
      endAdornment: ({ theme }) => ({
        minWidth: 52,
        textAlign: 'right',
        [theme.breakpoints.down('md')]: { minWidth: 84 },
      }),
    },
  },
  // Panels have an edge instead of a shadow.
  MuiCard: { defaultProps: { variant: 'outlined' } },
  MuiChip: { defaultProps: { size: 'small' }, styleOverrides: { root: { fontWeight: 500 } } },
  MuiLink: {
    defaultProps: { underline: 'hover' },
    styleOverrides: {
      root: ({ theme }) => ({
        color: theme.palette.primary.dark,
        '&:focus-visible': {
          outline: `3px solid ${theme.palette.primary.main}`,
          outlineOffset: 2,
          borderRadius: 4,
        },
      }),
    },
  },
  MuiOutlinedInput: {
    styleOverrides: { root: ({ theme }) => ({ [theme.breakpoints.down('md')]: { minHeight: 44 } }) },
  },
  MuiToggleButton: {
    styleOverrides: { root: ({ theme }) => ({ [theme.breakpoints.down('md')]: { minHeight: 44 } }) },
  },
  MuiDialog: {
    styleOverrides: {
      paper: ({ theme }) => ({
        // A form around title, content and buttons: the content alone scrolls, as in a dialog without one.
        '& > form': { display: 'flex', flexDirection: 'column', minHeight: 0 },
        [theme.breakpoints.down('sm')]: {
          margin: 16,
          // MUI's own selector, for the smaller margin here.
          '&.MuiDialog-paperFullWidth': { width: 'calc(100% - 32px)' },
          '&.MuiDialog-paper': { maxWidth: 'calc(100% - 32px)' },
        },
      }),
    },
  },
  // A long name would otherwise make the dialog scroll sideways.
  MuiDialogContent: { styleOverrides: { root: { overflowWrap: 'break-word' } } },
  MuiDialogActions: { styleOverrides: { root: { flexWrap: 'wrap', padding: '8px 24px 16px' } } },
  // A page's headings are h1 to h3: react-admin's parts have smaller ones for their looks.
  MuiTypography: { defaultProps: { variantMapping: { h4: 'p', h5: 'p', h6: 'p' } } },
  MuiTextField: { defaultProps: { variant: 'outlined' } },
  MuiFormControl: { defaultProps: { variant: 'outlined' } },
  MuiFormHelperText: { defaultProps: { component: HelperText } },
  MuiTableCell: { styleOverrides: { head: { fontWeight: 600 } } },
  // A sliding indicator counts as a layout shift.
  MuiTabs: { styleOverrides: { indicator: { transition: 'none' } } },
  MuiTab: {
    styleOverrides: {
      root: ({ theme }) => ({
        '&.Mui-selected': { color: theme.palette.primary.dark },
        '&.Mui-focusVisible': { outline: `3px solid ${theme.palette.primary.main}`, outlineOffset: -3 },
      }),
    },
  },
};

/** The back-office's look, light or dark: its colours, 8 px buttons, rounded panels. */
export const adminTheme = (scheme: ColorScheme): RaThemeOptions => ({
  palette: palette(scheme),
  // 600, 900, 1200 and 1536 px: in em, so that a browser whose letters are larger has the layout of a narrower window.
  breakpoints: { unit: 'em', step: 0.3, values: { xs: 0, sm: 37.5, md: 56.25, lg: 75, xl: 96 } },
  shape: { borderRadius: 8 },
  typography: {
    fontFamily: "system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif",
    button: { textTransform: 'none', fontWeight: 500 },
    h1: {
      fontSize: '1.5rem',
      fontWeight: 600,
      lineHeight: 1.25,
      '@media (min-width: 56.25em)': { fontSize: '1.75rem' },
    },
    h2: { fontSize: '1.125rem', fontWeight: 600, lineHeight: 1.4 },
    h3: { fontSize: '1rem', fontWeight: 600 },
  },
  // A spread has a type of its own, which the lint takes longer to compare than all else of the project.
  components: Object.assign({}, components, shellTheme, { ...viewsTheme, ...fieldsTheme }),
});

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
    // A field without a value is left out, unless it says so by its `emptyText`; a reference that loads has a box.
    '&:has(> .RaLabeled-label):not(:has(> .RaLabeled-label + :not(:empty), > span.MuiBox-root))': {
      display: 'none',
    },
    '& > *': { margin: 0, fontSize: '1rem', lineHeight: 1.5 },
    // A link is as wide as its text.
    '& > a': { justifySelf: 'start' },
    // A thumb finds it on 44 px.
    [breakpoints.down('sm')]: { '& a:not(.MuiButton-root)': { paddingBlock: 14, marginBlock: -14 } },
  },
  '@container (max-width: 339px)': {
    gridTemplateColumns: 'minmax(0, 1fr)',
    '& .RaLabeled-label': { fontSize: '0.875rem' },
    '& time': { whiteSpace: 'normal' },
  },
});

/** Lets react-admin's fields, and the pages that show a record by them, look as the product's. */
const fieldsTheme = {
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
      root: {
        containerType: 'inline-size',
        '& .RaTabbedShowLayout-content': { padding: 0 },
        '@container (max-width: 319px)': { '& .MuiTab-root': { minWidth: 0 } },
      },
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
