import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { useLocation } from 'react-router';

/**
 * The heading of a page. It sets the document's title too, and takes the focus when the page is opened from within the
 * back-office, so that a screen reader starts there.
 */
export function PageTitle({ title }: { title: string }) {
  const translate = useTranslate();
  const heading = useRef<HTMLHeadingElement>(null);
  // The first location of a document has this key: the focus stays where the browser puts it.
  const arrived = useLocation().key !== 'default';

  useEffect(() => {
    if (arrived) heading.current?.focus({ preventScroll: true });
    // Only when the page opens: a filter changes the location too, and must not take the focus.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  return (
    <>
      <title>{`${title} - ${translate('admin.shell.title')}`}</title>
      <Typography
        ref={heading}
        component="h1"
        variant="h1"
        tabIndex={-1}
        sx={{ outline: 'none', overflowWrap: 'anywhere' }}
      >
        {title}
      </Typography>
    </>
  );
}
