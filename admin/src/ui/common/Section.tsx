import { Box, Paper, Typography } from '@mui/material';
import { type ReactNode, useEffect, useId, useRef } from 'react';

interface SectionProps {
  title: string;
  /** A link or button beside the title. */
  action?: ReactNode;
  /** Lets a table or list reach the panel's edges. */
  flush?: boolean;
  /** True while its content loads for the first time: a SectionColumn hides the sections below until then. */
  isBusy?: boolean;
  /** True for the result of what the admin just did: it is brought into view and takes the focus. */
  isResult?: boolean;
  children: ReactNode;
}

/** A titled panel of a page. */
export function Section({
  title,
  action,
  flush = false,
  isBusy = false,
  isResult = false,
  children,
}: SectionProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isResult) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'center' });
  }, [isResult]);
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-labelledby={id}
      aria-busy={isBusy}
      sx={{ overflow: 'hidden', minWidth: 0 }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 1,
          px: 2,
          py: 1,
          minHeight: 56,
        }}
      >
        <Typography
          ref={heading}
          id={id}
          variant="h2"
          tabIndex={isResult ? -1 : undefined}
          sx={{ overflowWrap: 'anywhere', outline: 'none' }}
        >
          {title}
        </Typography>
        {action}
      </Box>
      <Box sx={flush ? undefined : { px: 2, pb: 2 }}>{children}</Box>
    </Paper>
  );
}
