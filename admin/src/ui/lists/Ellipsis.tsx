import { styled } from '@mui/material';
import type { MouseEvent, ReactNode } from 'react';

/** Sets the whole text as the title of a text that is cut. */
function nameWhole({ currentTarget: element }: MouseEvent<HTMLElement>) {
  element.title = element.scrollWidth > element.clientWidth ? element.innerText : '';
}

/** One line of text; cut text is readable by hover. */
export const Ellipsis = ({ children }: { children: ReactNode }) => (
  <Line onMouseEnter={nameWhole}>{children}</Line>
);

const Line = styled('span')({
  display: 'block',
  // Without a width of its own, so that a long text does not widen its column.
  width: 0,
  minWidth: '100%',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});
