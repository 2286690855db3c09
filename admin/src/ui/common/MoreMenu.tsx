import MoreVertIcon from '@mui/icons-material/MoreVert';
import { IconButton, MenuItem } from '@mui/material';
import { MenuButton } from './MenuButton.js';

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
