import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useState } from 'react';
import { FoldButton } from './FoldButton.js';

interface FoldingFiltersProps {
  /** Number of them that are set. */
  active: number;
  children: ReactNode;
}

/** The filters beside a search: on a phone they fold into one button, with the number of those that are set. */
export function FoldingFilters({ active, children }: FoldingFiltersProps) {
  const narrow = useMediaQuery(useTheme().breakpoints.down('sm'), { noSsr: true });
  const [isOpen, setIsOpen] = useState(false);
  if (!narrow) return children;
  return (
    <>
      <FoldButton active={active} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} />
      {isOpen && children}
    </>
  );
}
