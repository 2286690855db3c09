import { Button, type ButtonProps } from '@mui/material';
import type { ElementType, ReactElement } from 'react';
import { useIsBelow } from './useIsBelow.js';

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
