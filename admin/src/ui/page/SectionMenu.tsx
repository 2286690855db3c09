import ListIcon from '@mui/icons-material/FormatListBulleted';
import { IconButton, Menu, MenuItem } from '@mui/material';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useIsBelow } from '../common/useIsBelow.js';
import { useTranslate } from '../i18n/useTranslate.js';

const menuId = 'section-menu';

/** On a phone, where a record's page is long: leads to its sections, which take the focus by their headings. */
export function SectionMenu() {
  const translate = useTranslate();
  const isPhone = useIsBelow('sm');
  const [open, setOpen] = useState<{ anchor: HTMLElement; headings: HTMLElement[] }>();
  if (!isPhone) return null;
  const label = translate('admin.sections.title');
  return (
    <>
      <IconButton
        color="primary"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={Boolean(open)}
        aria-controls={open ? menuId : undefined}
        onClick={({ currentTarget: anchor }) =>
          // Those that are there: some come with their data.
          setOpen({ anchor, headings: [...document.querySelectorAll<HTMLElement>('main section h2')] })
        }
      >
        <ListIcon />
      </IconButton>
      {open && (
        <Menu
          id={menuId}
          open
          anchorEl={open.anchor}
          disableRestoreFocus
          onClose={() => {
            open.anchor.focus();
            setOpen(undefined);
          }}
        >
          {open.headings.map((heading) => (
            <MenuItem
              key={heading.id}
              onClick={() => {
                // An open menu keeps the focus.
                flushSync(() => setOpen(undefined));
                heading.tabIndex = -1;
                heading.focus({ preventScroll: true });
                heading.scrollIntoView();
              }}
            >
              {heading.textContent}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}
