import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';

interface ActivityToggleProps {
  isOpen: boolean;
  /** The id of the element that it opens. */
  panel: string;
  onToggle: (isOpen: boolean) => void;
}

/** Shows and hides an audit trail. */
export function ActivityToggle({ isOpen, panel, onToggle }: ActivityToggleProps) {
  const translate = useTranslate();
  return (
    <Button aria-expanded={isOpen} aria-controls={panel} onClick={() => onToggle(!isOpen)}>
      {translate(`admin.activity.${isOpen ? 'hide' : 'show'}`)}
    </Button>
  );
}
