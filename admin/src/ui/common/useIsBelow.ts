import { type Breakpoint, useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';

/** True in a window narrower than `width`: a phone's is below `sm`. */
export const useIsBelow = (width: Breakpoint): boolean =>
  useMediaQuery(useTheme().breakpoints.down(width), { noSsr: true });
