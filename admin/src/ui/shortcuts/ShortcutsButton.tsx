import Link from '@mui/material/Link';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { lazyPart } from '../common/lazyPart.js';

const ShortcutsDialog = lazyPart(() => import('./ShortcutsDialog.js'), 'ShortcutsDialog');

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
