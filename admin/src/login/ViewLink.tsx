interface ViewLinkProps {
  to: string;
  label: string;
  /** Keeps the link's place, so that the card does not move when it turns out to be offered. */
  isHidden?: boolean;
  onOpen: () => void;
}

/** Leads to another view of the card. */
export const ViewLink = ({ to, label, isHidden = false, onOpen }: ViewLinkProps) => (
  <a
    className="link"
    href={to}
    data-hidden={isHidden || undefined}
    onClick={(event) => {
      event.preventDefault();
      onOpen();
    }}
  >
    {label}
  </a>
);
