import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { ErrorAlert } from '../common/ErrorAlert.js';

export interface BesidePanelPlace {
  /** True on narrow screens, where it takes the place of the list. */
  isPage: boolean;
  /** The record after it in the list. */
  next: string | undefined;
  onOpen: (id: string) => void;
  onClose: () => void;
}

interface BesidePanelProps extends BesidePanelPlace {
  /** The open record. */
  id: string;
  title: string;
  /** Behind the title: a state. */
  after?: ReactNode;
  /** The query of the record. */
  state: { data?: unknown; error: unknown; refetch: () => unknown };
  /** Shown for a failure without a message of its own. */
  failure: string;
  /** Shown once the record is loaded. */
  children: ReactNode;
}

/** One record beside its list, or in its place. Its heading takes the focus when it is opened. */
export function BesidePanel({
  id,
  title,
  after,
  state: { data, error, refetch },
  failure,
  isPage,
  next,
  onOpen,
  onClose,
  children,
}: BesidePanelProps) {
  const translate = useTranslate();
  const heading = useRef<HTMLHeadingElement>(null);
  const isLoaded = Boolean(data);

  useEffect(() => {
    if (isPage) scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [isLoaded, isPage]);

  return (
    <Paper
      variant="outlined"
      component="section"
      data-beside={id}
      aria-labelledby="beside-title"
      sx={
        isPage
          ? undefined
          : // Ends in view below the page's header, so that the button at its end does too.
            { position: 'sticky', top: 80, maxHeight: 'calc(100vh - 188px)', overflowY: 'auto' }
      }
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, minHeight: 56 }}>
        {isPage && (
          <IconButton edge="start" aria-label={translate('admin.list.beside.back')} onClick={onClose}>
            <ArrowBackIcon />
          </IconButton>
        )}
        <Typography
          ref={heading}
          id="beside-title"
          variant="h2"
          component={isPage ? 'h1' : 'h2'}
          tabIndex={-1}
          sx={{ flex: 1, outline: 'none', fontVariantNumeric: 'tabular-nums' }}
        >
          {title}
        </Typography>
        {after}
        {isPage && next && (
          <Button onClick={() => onOpen(next)}>{translate('admin.list.beside.next')}</Button>
        )}
        {!isPage && (
          <IconButton edge="end" aria-label={translate('admin.list.beside.close')} onClick={onClose}>
            <CloseIcon />
          </IconButton>
        )}
      </Box>
      <Box sx={{ px: 2, pb: 2 }}>
        {data ? (
          children
        ) : error ? (
          <ErrorAlert error={error} fallback={failure} onRetry={() => void refetch()} />
        ) : (
          <Skeleton variant="rounded" height={280} />
        )}
      </Box>
    </Paper>
  );
}
