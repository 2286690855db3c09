import MoreVertIcon from '@mui/icons-material/MoreVert';
import { IconButton, Menu, MenuItem } from '@mui/material';
import { useState } from 'react';

interface MoreMenuProps {
  /** The id of the menu, one on a page. */
  id: string;
  label: string;
  /** Shown on hover: the label, where it is missing. */
  title?: string;
  acts: readonly { name: string; onChoose: () => void }[];
}

/** A button that opens the further acts on a record. */
export function MoreMenu({ id, label, title = label, acts }: MoreMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        aria-label={label}
        title={title}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        aria-controls={anchor ? id : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreVertIcon />
      </IconButton>
      {anchor && (
        <Menu id={id} open anchorEl={anchor} onClose={() => setAnchor(null)}>
          {acts.map(({ name, onChoose }) => (
            <MenuItem
              key={name}
              onClick={() => {
                setAnchor(null);
                onChoose();
              }}
            >
              {name}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}
