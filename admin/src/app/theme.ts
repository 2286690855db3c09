import type { Theme, ThemeOptions } from '@mui/material';
import type { RaThemeOptions } from 'react-admin';
import { type ColorScheme, colors } from '#domain/platform/colors';
import { fieldsTheme } from './fieldsTheme.js';
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
  shape: { borderRadius: 8 },
  typography: {
    fontFamily: "system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif",
    button: { textTransform: 'none', fontWeight: 500 },
    h1: {
      fontSize: '1.5rem',
      fontWeight: 600,
      lineHeight: 1.25,
      '@media (min-width: 900px)': { fontSize: '1.75rem' },
    },
    h2: { fontSize: '1.125rem', fontWeight: 600, lineHeight: 1.4 },
    h3: { fontSize: '1rem', fontWeight: 600 },
  },
  // A spread has a type of its own, which the lint takes longer to compare than all else of the project.
  components: Object.assign({}, components, shellTheme, { ...viewsTheme, ...fieldsTheme }),
});
