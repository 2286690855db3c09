import { type ButtonProps, Menu } from '@mui/material';
import { type MouseEvent, type ReactNode, useState } from 'react';

interface MenuButtonProps {
  /** The id of the menu, one on a page. */
  id: string;
  /** The button, with the props by which it opens the menu. */
  button: (
    opens: Pick<ButtonProps, 'aria-haspopup' | 'aria-expanded' | 'aria-controls'> & {
      onClick: (event: MouseEvent<HTMLElement>) => void;
    },
  ) => ReactNode;
  /** MenuItems; one that is chosen closes the menu. */
  children: ReactNode;
}

/** A button that opens a menu. */
export function MenuButton({ id, button, children }: MenuButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      {button({
        'aria-haspopup': 'menu',
        'aria-expanded': Boolean(anchor),
        'aria-controls': anchor ? id : undefined,
        onClick: (event) => setAnchor(event.currentTarget),
      })}
      {anchor && (
        <Menu id={id} open anchorEl={anchor} onClose={close} onClick={close}>
          {children}
        </Menu>
      )}
    </>
  );
}
