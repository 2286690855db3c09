import CopiedIcon from '@mui/icons-material/Check';
import CopyIcon from '@mui/icons-material/ContentCopy';
import { Box, IconButton } from '@mui/material';
import { type ReactNode, useEffect, useState } from 'react';
import { useNotify } from 'react-admin';
import { visuallyHidden } from './visuallyHidden.js';
import { useTranslate } from '../i18n/useTranslate.js';

const shownMs = 2000;

interface CopyButtonProps {
  text: string;
  /** The name of the text, for the button's label. */
  name: string;
}

/** Copies a text. The icon turns into a tick for a moment, and a screen reader announces it. */
export function CopyButton({ text, name }: CopyButtonProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const [isCopied, setIsCopied] = useState(false);
  const label = translate('admin.copy.label', { name });

  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setIsCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
    } catch {
      // The browser refused, or the page came without TLS, where there is no clipboard.
      notify('admin.copy.failed', { type: 'info', messageArgs: { text }, autoHideDuration: null });
    }
  };

  return (
    <>
      <IconButton
        size="small"
        aria-label={label}
        title={label}
        onClick={() => void copy()}
        // As high as its line of text.
        sx={{ my: { xs: '-12px', md: '-4px' }, fontSize: '1.125rem' }}
      >
        {isCopied ? <CopiedIcon fontSize="inherit" color="success" /> : <CopyIcon fontSize="inherit" />}
      </IconButton>
      <Box component="span" role="status" sx={visuallyHidden}>
        {isCopied && translate('admin.copy.done')}
      </Box>
    </>
  );
}

interface CopyableProps extends CopyButtonProps {
  children: ReactNode;
}

/** A text with its button behind it, which stays on its last line. No translation of the page changes it. */
export const Copyable = ({ children, ...copy }: CopyableProps) => (
  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', maxWidth: '100%' }}>
    <span translate="no">{children}</span>
    <CopyButton {...copy} />
  </Box>
);
