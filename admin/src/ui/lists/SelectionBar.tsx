import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { SelectMatching } from './SelectMatching.js';
import { useSelection } from './selection.js';

/** Gives the focus to the page's heading when the bar, which opened a dialog, is gone. */
const useFocusHeading = () =>
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body)
          document.querySelector<HTMLElement>('main h1:not([hidden])')?.focus({ preventScroll: true });
      });
    },
    [],
  );

interface SelectionBarProps {
  label: string;
  /** Shown behind the number of selected records. */
  details?: ReactNode;
  /** The actions on all of them. */
  children: ReactNode;
}

/** The number of selected records, their actions, and a button that clears the selection. */
export function SelectionBar({ label, details, children }: SelectionBarProps) {
  const translate = useTranslate();
  const selection = useSelection();
  useFocusHeading();
  if (!selection) return null;
  return (
    <Box
      role="group"
      aria-label={label}
      sx={{
        position: 'sticky',
        bottom: 0,
        zIndex: 2,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        px: 2,
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
        boxShadow: '0 -4px 12px rgb(0 0 0 / 12%)',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flex: '1 1 14rem' }}>
        <Typography role="status" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          <strong>{translate('admin.list.selected', { smart_count: selection.records.length })}</strong>
          {details}
        </Typography>
        <IconButton
          aria-label={translate('admin.list.clearSelection')}
          title={translate('admin.list.clearSelection')}
          onClick={selection.clear}
        >
          <CloseIcon />
        </IconButton>
        <SelectMatching selection={selection} />
      </Box>
      {children}
    </Box>
  );
}
