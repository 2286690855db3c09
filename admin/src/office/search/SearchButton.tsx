import SearchIcon from '@mui/icons-material/Search';
import { Box, ButtonBase } from '@mui/material';
import { useCallback, useEffect, useRef, useState } from 'react';
import { lazyPart } from '../../ui/common/lazyPart.js';
import { useTranslate } from '../../ui/i18n/useTranslate.js';

const SearchDialog = lazyPart(() => import('./SearchDialog.js'), 'SearchDialog');

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Returns what keys have typed since the dialog was opened, until its field is there to take them. */
function useEarlyKeys(isOpen: boolean, onClose: () => void) {
  const early = useRef({ text: '', isEntered: false });
  useEffect(() => {
    if (!isOpen) return undefined;
    early.current = { text: '', isEntered: false };
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, isComposing } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || isComposing) return;
      if (document.querySelector('[role="dialog"]')) return;
      const { text } = early.current;
      if (key === 'Escape') onClose();
      else if (key === 'Enter') early.current.isEntered = text !== '';
      else if (key === 'Backspace') early.current.text = text.slice(0, -1);
      else if ([...key].length === 1) early.current.text = text + key;
      else return;
      // The page below has shortcuts of single letters.
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [isOpen, onClose]);
  return early;
}

/** The field in the bar that opens the search of everything; so do Ctrl-K and ⌘K. */
export function SearchButton() {
  const translate = useTranslate();
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  const early = useEarlyKeys(isOpen, close);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isWanted = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isWanted || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      // An open dialog has to be answered first.
      if (!document.querySelector('[role="dialog"]')) setIsOpen(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  return (
    <>
      <ButtonBase
        onClick={() => setIsOpen(true)}
        aria-label={translate('admin.search.title')}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        data-search
        sx={{
          gap: 1,
          minWidth: 44,
          minHeight: { xs: 44, md: 36 },
          px: { xs: 1, md: 1.5 },
          borderRadius: 2,
          border: { md: '1px solid' },
          fontSize: '0.875rem',
          fontFamily: 'inherit',
          // Added by CSS: the accessible name has to begin with the visible text (WCAG 2.5.3).
          '&::after': {
            content: isMac ? '"⌘K"' : '"Ctrl K"',
            fontSize: '0.75rem',
            display: { xs: 'none', md: 'block' },
          },
          '&.Mui-focusVisible': { outline: '3px solid currentColor', outlineOffset: -3 },
        }}
      >
        <SearchIcon />
        <Box component="span" sx={{ display: { xs: 'none', md: 'block' }, minWidth: 96, textAlign: 'left' }}>
          {translate('ra.action.search')}
        </Box>
      </ButtonBase>
      {isOpen && <SearchDialog early={early} onClose={close} />}
    </>
  );
}
