/** The light and dark colours of both web programs and of mails, as CSS writes them. */
export type ColorScheme = 'light' | 'dark';

/**
 * Primary, secondary and background are the company's. Text, and what is filled with a colour under text, keeps a
 * contrast of 4.5:1 or more (WCAG 2.2, 1.4.3), lines of controls 3:1 (1.4.11).
 */
export const colors = {
  light: {
    primary: '#1976d2',
    primaryDark: '#115293',
    onPrimary: '#ffffff',
    link: '#1565c0',
    secondary: '#f50057',
    secondaryText: '#b0003f',
    secondaryTint: '#fde3ec',
    background: '#f5f5f5',
    surface: '#ffffff',
    sunken: '#f4f6f9',
    text: '#1c2430',
    muted: '#56606d',
    line: '#dde2e9',
    controlLine: '#838d9a',
    error: '#c62828',
    errorTint: '#fdecea',
    warning: '#b84c00',
    warningTint: '#fff3e0',
    info: '#0d5fa8',
    infoTint: '#e6f1fc',
    success: '#1b6e2b',
    successTint: '#e8f5e9',
    highlight: '#fff1a8',
  },
  dark: {
    primary: '#90caf9',
    primaryDark: '#bbdefb',
    onPrimary: '#0b2239',
    link: '#90caf9',
    secondary: '#ff80ab',
    secondaryText: '#ffb0cb',
    secondaryTint: '#4a1a2c',
    background: '#121212',
    surface: '#1e1e1e',
    sunken: '#161616',
    text: '#eceff3',
    muted: '#a9b3bf',
    line: '#343a42',
    controlLine: '#7c8793',
    error: '#ff9a93',
    errorTint: '#3a1c1c',
    warning: '#ffc46b',
    warningTint: '#382a12',
    info: '#9fd0ff',
    infoTint: '#132a41',
    success: '#8fdc9c',
    successTint: '#16301b',
    highlight: '#5b4a00',
  },
} as const satisfies Record<ColorScheme, Record<string, `#${string}`>>;

/** The meaning of a chip's colour; each room gives its states theirs (statusTones). */
export type Tone = 'success' | 'warning' | 'error' | 'info' | 'neutral';
