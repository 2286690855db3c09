import { Link } from '@mui/material';
import { useState } from 'react';
import { lazyPart } from '../../ui/common/lazyPart.js';
import { usePageShortcuts } from '../../ui/shortcuts/usePageShortcuts.js';
import { useTranslate } from '../../ui/i18n/useTranslate.js';

const ShortcutsDialog = lazyPart(() => import('./ShortcutsDialog.js'), 'ShortcutsDialog');

/** The rows that open a page. */
const rows = '.RaDataTable-clickableRow, .simple-list li';

/** Each row's link, or the row itself where it takes the focus. */
const rowLinks = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(`main :is(${rows})`)].flatMap((row) =>
    row.tabIndex === 0 ? row : (row.querySelector('a') ?? []),
  );

/** Moves the focus to the link of the next or the previous row. */
function moveFocus(step: number): boolean {
  const links = rowLinks();
  const row = document.activeElement?.closest(rows);
  const at = links.findIndex((link) => row?.contains(link));
  const next = links[at < 0 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1)];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
  return Boolean(next);
}

function act(key: string, showDialog: () => void): boolean {
  // A page with its own shortcuts for rows marks them with this attribute.
  const hasOwnRows = document.querySelector('[data-row-link]') !== null;
  if ((key === 'j' || key === 'k') && !hasOwnRows) return moveFocus(key === 'j' ? 1 : -1);
  if (key === 'x') {
    const row = document.activeElement?.closest(rows);
    const box = row?.querySelector<HTMLInputElement>('input[type="checkbox"]');
    box?.click();
    return Boolean(box);
  }
  if (key === '/') {
    // MUI's select has a hidden input, which takes no text.
    const field = document.querySelector<HTMLElement>(
      'main :is([data-list-search], .RaList-actions input:not([aria-hidden]))',
    );
    (field ?? document.querySelector<HTMLElement>('[data-search]'))?.[field ? 'focus' : 'click']();
    return true;
  }
  if (key === '?') showDialog();
  return key === '?';
}

/** j and k move through the rows of a list, x selects one, / searches, ? shows the shortcuts. */
export function ShellShortcuts() {
  const [isShown, setIsShown] = useState(false);
  usePageShortcuts(({ key }) => act(key, () => setIsShown(true)));

  return isShown && <ShortcutsDialog onClose={() => setIsShown(false)} />;
}

/** Shows the keyboard shortcuts, for those who do not know of `?`. */
export function ShortcutsButton() {
  const translate = useTranslate();
  const [isShown, setIsShown] = useState(false);
  return (
    <>
      <Link component="button" variant="caption" color="inherit" onClick={() => setIsShown(true)}>
        {translate('admin.shortcuts.open')}
      </Link>
      {isShown && <ShortcutsDialog onClose={() => setIsShown(false)} />}
    </>
  );
}
