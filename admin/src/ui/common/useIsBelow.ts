import { type Breakpoint, useMediaQuery, useTheme } from '@mui/material';

/** True in a window narrower than `width`: a phone's is below `sm`. */
export const useIsBelow = (width: Breakpoint): boolean =>
  useMediaQuery(useTheme().breakpoints.down(width), { noSsr: true });
