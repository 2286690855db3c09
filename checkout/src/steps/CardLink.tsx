import type { Ref } from 'react';
import { CardLinkLabel } from './CardLinkLabel.js';

interface CardLinkProps {
  className: string;
  address: string;
  linkRef?: Ref<HTMLAnchorElement>;
  onOpen: () => void;
  onMayOpen: () => void;
}

/** The link to the hosted card page, which the menu and the middle button of the mouse open too. */
export function CardLink({ className, address, linkRef, onOpen, onMayOpen }: CardLinkProps) {
  return (
    <a
      ref={linkRef}
      className={className}
      href={address}
      target="_blank"
      rel="noopener"
      onClick={onOpen}
      onAuxClick={onMayOpen}
      onContextMenu={onMayOpen}
    >
      <CardLinkLabel />
    </a>
  );
}
