import type { Theme } from '@mui/material';

/** Shadows at those edges of a scrolling box behind which there is more: they lie below covers that scroll with it. */
export const moreBehind = ({ palette }: Theme) => {
  const [cover, shade] = [palette.background.paper, palette.action.disabled];
  const edge = (side: string, color: string, height: number, attachment: string) =>
    `linear-gradient(to ${side}, transparent, ${color}) ${side} / 100% ${height}px no-repeat ${attachment}`;
  return [
    ...['top', 'bottom'].flatMap((side) => [
      edge(side, `${cover} 50%`, 24, 'local'),
      edge(side, shade, 8, 'scroll'),
    ]),
    cover,
  ].join();
};
