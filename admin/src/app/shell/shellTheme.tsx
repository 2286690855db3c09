import type { Components, Theme, TooltipProps } from '@mui/material';
import type { MouseEvent } from 'react';
import { type RaThemeOptions, Translate } from 'react-admin';

type Themed = { theme: Theme };

/** 240 px, and wider with larger letters of the browser. */
export const drawerWidth = '15rem';

const besideDrawer = ({ theme }: Themed) => ({ [theme.breakpoints.up('md')]: { marginLeft: drawerWidth } });

/** An entry of the drawer. */
const entry = ({ theme }: Themed) => ({
  // As many as the specified entries and their groups have room for on a laptop's screen.
  '&&': { minHeight: 40, color: theme.palette.text.primary },
  '@media (max-height: 840px)': { '&&': { minHeight: 36, paddingBlock: 2 } },
  [theme.breakpoints.down('md')]: { '&&': { minHeight: 48 } },
  margin: '1px 0',
  borderRadius: 16,
  '&.Mui-selected .MuiTypography-root': { fontWeight: 600 },
  '&.Mui-selected .MuiChip-label': { fontWeight: 500 },
  '&& .MuiListItemIcon-root': { minWidth: 40 },
  '&&.Mui-selected .MuiListItemIcon-root': { color: theme.palette.primary.dark },
});

function skipToMain(event: MouseEvent): void {
  event.preventDefault();
  const main = document.querySelector('main')!;
  main.tabIndex = -1;
  main.focus();
}

/** The look of react-admin's layout, and of the parts around a page. */
export const shellTheme = {
  RaLayout: {
    styleOverrides: {
      root: ({ theme }: Themed) => ({
        flex: 1,
        minHeight: 0,
        minWidth: 0,
        '& .RaLayout-appFrame': {
          ...besideDrawer({ theme }),
          marginTop: 64,
          [theme.breakpoints.down('sm')]: { marginTop: 56 },
        },
        '& main': { outline: 'none' },
        '& .RaLayout-content': {
          display: 'block',
          minWidth: 0,
          maxWidth: '85rem',
          margin: '0 auto',
          padding: 24,
          [theme.breakpoints.down('md')]: { padding: 16 },
        },
      }),
    },
  },
  // A link to the main landmark; on a phone, react-admin's button would have its label in a tooltip only.
  RaSkipNavigationButton: {
    defaultProps: {
      href: '#main-content',
      onClick: skipToMain,
      label: undefined,
      children: <Translate i18nKey="ra.navigation.skip_nav" />,
    },
    styleOverrides: {
      root: ({ theme }: Themed) => ({
        padding: '12px 20px',
        borderRadius: 8,
        '&, &:hover': { background: theme.palette.background.paper },
        color: theme.palette.primary.dark,
        boxShadow: theme.shadows[8],
        fontSize: '1rem',
        '& .MuiButton-startIcon': { margin: 0 },
        // It stands above the window, which on paper is at the end of the sheet before.
        '@media print': { display: 'none' },
      }),
    },
  },
  RaAppBar: {
    defaultProps: { alwaysOn: true, color: 'primary', elevation: 0, userMenu: false },
    styleOverrides: {
      root: ({ theme }: Themed) => ({
        borderBottom: `1px solid ${theme.palette.divider}`,
        '& .RaAppBar-toolbar': {
          minHeight: 64,
          gap: 8,
          padding: '0 24px',
          [theme.breakpoints.down('sm')]: { minHeight: 56, gap: 4, padding: '0 16px' },
        },
        '& .RaAppBar-menuButton': {
          margin: '0 0 0 -12px',
          [theme.breakpoints.up('md')]: { display: 'none' },
        },
        [theme.breakpoints.up('md')]: { width: `calc(100% - ${drawerWidth})` },
      }),
    },
  },
  // Links of a navigation landmark instead of a menu's items, and always with their names beside their icons.
  RaMenu: {
    defaultProps: { component: 'nav', role: 'navigation' },
    styleOverrides: { root: { '&&': { width: 'auto', padding: 8 } } },
  },
  RaMenuItemLink: {
    defaultProps: { role: 'link', tooltipProps: { title: '' } as TooltipProps },
    styleOverrides: { root: entry },
  },
  RaLogout: {
    defaultProps: { component: 'button', role: 'button', tabIndex: 0 },
    styleOverrides: {
      root: ({ theme }: Themed) => ({ ...entry({ theme }), width: '100%', textAlign: 'left' }),
    },
  },
} as Components<Theme> & RaThemeOptions['components'];
