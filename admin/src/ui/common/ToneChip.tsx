import Chip, { type ChipProps } from '@mui/material/Chip';
import { type Tone } from '#domain/payments';

const colors: Record<Tone, ChipProps['color']> = {
  success: 'success',
  warning: 'warning',
  error: 'error',
  info: 'info',
  neutral: 'default',
};

/** A word in the colour of its tone. */
export const ToneChip = ({ name, tone }: { name: string; tone: Tone }) => (
  <Chip label={name} color={colors[tone]} />
);
