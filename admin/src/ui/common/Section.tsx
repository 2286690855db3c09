import { Alert, Box, Button, Paper, Skeleton, styled, Typography } from '@mui/material';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { errorMessage, isMissing } from '#browser/http';
import { useTranslate } from '../i18n/useTranslate.js';
import { useKeptFocus } from './useKeptFocus.js';

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

/** A titled panel of a page. Its heading takes the focus of a button of a row, or of its own, that goes by what was done with it. */
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
  const keptFocus = useKeptFocus('li, header', heading);
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-labelledby={id}
      aria-busy={isBusy}
      sx={{ overflow: 'hidden', minWidth: 0 }}
      {...keptFocus}
    >
      <Box
        component="header"
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
          tabIndex={-1}
          // A word breaks only where it is wider than the panel: the action beside it wraps first.
          sx={{ overflowWrap: 'break-word', outline: 'none' }}
        >
          {title}
        </Typography>
        {action}
      </Box>
      <Box sx={flush ? undefined : { px: 2, pb: 2 }}>{children}</Box>
    </Paper>
  );
}

/** Says that there is nothing to show, why, and what to do next. */
export const EmptyState = ({
  title,
  hint,
  children,
}: {
  title: string;
  hint?: string;
  children?: ReactNode;
}) => (
  <Box sx={{ px: 2, py: 5, textAlign: 'center' }} {...useKeptFocus('button')}>
    <Typography sx={{ fontWeight: 600 }}>{title}</Typography>
    {hint && <Typography color="text.secondary">{hint}</Typography>}
    {children && (
      <Box sx={{ mt: 2, display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 1.5 }}>
        {children}
      </Box>
    )}
  </Box>
);

interface NotLoadedProps {
  error: unknown;
  /** Shown where the error has no message, as that of a read of react-admin's. */
  fallback?: string;
  refetch: () => unknown;
  /** The outline's height, in pixels: that of the data, so that nothing moves when they come. */
  height: number;
  /** In a section whose content reaches its edges. */
  isFlush?: boolean;
}

/** Stands where data will be: their outline while they load, or why they did not, with a button to try again. */
export const NotLoaded = ({ error, fallback, refetch, height, isFlush }: NotLoadedProps) => (
  <Box sx={isFlush ? { px: 2, pb: 2 } : undefined}>
    {error ? (
      <ErrorAlert error={error} fallback={fallback} refetch={refetch} />
    ) : (
      <Skeleton variant="rounded" height={height} />
    )}
  </Box>
);

interface ErrorAlertProps {
  error: unknown;
  /** Shown where the error has no message, as that of a read of react-admin's. */
  fallback?: string;
  refetch: () => unknown;
}

/** Says why data could not be loaded, with a button to try again where that can help. */
export function ErrorAlert({ error, fallback = '', refetch }: ErrorAlertProps) {
  const translate = useTranslate();
  return (
    <Alert
      severity="error"
      action={
        !isMissing(error) && (
          <Button color="inherit" sx={{ whiteSpace: 'nowrap' }} onClick={() => void refetch()}>
            {translate('admin.error.retry')}
          </Button>
        )
      }
    >
      {errorMessage(error, fallback)}
    </Alert>
  );
}

/** Rows of a section, each with its ends at either side and a line between it and the next one. */
export const DividedRows = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  fontVariantNumeric: 'tabular-nums',
  li: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 8,
    padding: '8px 0',
    borderTop: `1px solid ${theme.palette.divider}`,
    '&:first-of-type': { borderTop: 0 },
  },
  small: { color: theme.palette.text.secondary },
}));
