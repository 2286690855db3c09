import { ChipField, type ChipFieldProps } from 'react-admin';
import type { Tone } from '#domain/platform/colors';

const colors: Record<Tone, ChipFieldProps['color']> = {
  success: 'success',
  warning: 'warning',
  error: 'error',
  info: 'info',
  neutral: 'default',
};

/** A word as react-admin's ChipField, in the colour of its tone. */
export const ToneChip = ({ name, tone }: { name: string; tone: Tone }) => (
  <ChipField source="name" record={{ name }} color={colors[tone]} />
);
