import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** The id of the layout's place of it. */
export const subtitlePlace = 'page-subtitle';

/** A line below react-admin's Title: of a page that is no list, or behind the one that a list has by its label `subtitle`. */
export function Subtitle({ children }: { children: ReactNode }) {
  const place = document.getElementById(subtitlePlace);
  return place && createPortal(<span>{children}</span>, place);
}
