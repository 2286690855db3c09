import FilterListIcon from '@mui/icons-material/FilterList';
import Badge from '@mui/material/Badge';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'react-admin';
import { visuallyHidden } from '../common/visuallyHidden.js';

interface FoldButtonProps {
  /** Number of the folded filters that are set. */
  active: number;
  isOpen: boolean;
  onToggle: () => void;
}

/** Unfolds the filters of a list on a phone. */
export function FoldButton({ active, isOpen, onToggle }: FoldButtonProps) {
  const translate = useTranslate();
  return (
    <IconButton color="primary" aria-expanded={isOpen} onClick={onToggle}>
      <span style={visuallyHidden}>{translate('admin.list.moreFilters')}</span>
      <Badge badgeContent={active || undefined} color="secondary">
        <FilterListIcon />
      </Badge>
    </IconButton>
  );
}
