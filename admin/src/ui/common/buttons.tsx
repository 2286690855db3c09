import MoreVertIcon from '@mui/icons-material/MoreVert';
import { Button, type ButtonProps, IconButton, Menu, MenuItem, styled } from '@mui/material';
import { type ElementType, type MouseEvent, type ReactElement, type ReactNode, useState } from 'react';
import { useIsBelow } from './useIsBelow.js';
import { visuallyHidden } from './visuallyHidden.js';

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
        <Menu
          id={id}
          open
          anchorEl={anchor}
          onClose={close}
          onClick={close}
          // A key on an item makes no click that would come here.
          onKeyDown={({ key }) => key === 'Enter' && close()}
          onKeyUp={({ key }) => key === ' ' && close()}
        >
          {children}
        </Menu>
      )}
    </>
  );
}

interface MoreMenuProps {
  /** The id of the menu, one on a page. */
  id: string;
  label: string;
  /** Shown on hover: the label, where it is missing. */
  title?: string;
  acts: readonly { name: string; onChoose: () => void }[];
}

/** A button that opens the further acts on a record. */
export const MoreMenu = ({ id, label, title = label, acts }: MoreMenuProps) => (
  <MenuButton
    id={id}
    button={(opens) => (
      <IconButton aria-label={label} title={title} {...opens}>
        <MoreVertIcon />
      </IconButton>
    )}
  >
    {acts.map(({ name, onChoose }) => (
      <MenuItem key={name} onClick={onChoose}>
        {name}
      </MenuItem>
    ))}
  </MenuButton>
);

interface DialogButtonProps extends ButtonProps {
  dialog: (close: () => void) => ReactNode;
}

/** A button that opens a dialog, which has the record in context. */
export function DialogButton({ dialog, ...button }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setIsOpen(true)} />
      {isOpen && dialog(() => setIsOpen(false))}
    </>
  );
}

interface NarrowingButtonProps extends Omit<ButtonProps, 'startIcon' | 'children'> {
  icon: ReactElement;
  text: string;
  /** The element of a link, and the address that it leads to. */
  component?: ElementType;
  to?: string;
}

/** A button whose icon alone is shown on a phone, where its text is its name. */
export function NarrowingButton({ icon, text, ...button }: NarrowingButtonProps) {
  const isPhone = useIsBelow('sm');
  if (!isPhone)
    return (
      <Button startIcon={icon} {...button}>
        <span>{text}</span>
      </Button>
    );
  return (
    <Button aria-label={text} title={text} sx={{ minWidth: 44, px: 1 }} {...button}>
      {icon}
    </Button>
  );
}

interface FileButtonProps extends Pick<ButtonProps, 'children' | 'disabled' | 'startIcon' | 'variant'> {
  accept: string;
  onFile: (file: File) => void;
}

/** A file field that looks like a button: the field itself takes the focus and the keys. */
export const FileButton = ({ accept, disabled, onFile, children, ...props }: FileButtonProps) => (
  <Button
    {...props}
    component="label"
    role={undefined}
    tabIndex={-1}
    disabled={disabled}
    sx={{ '&:focus-within': { outline: 3, outlineColor: 'primary.main', outlineOffset: 2 } }}
  >
    {children}
    <HiddenInput
      type="file"
      accept={accept}
      disabled={disabled}
      onChange={(event) => {
        const file = event.target.files?.[0];
        if (file) onFile(file);
        event.target.value = '';
      }}
    />
  </Button>
);

const HiddenInput = styled('input')(visuallyHidden);
