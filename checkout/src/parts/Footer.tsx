import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** The copyright line; hidden while the company's name loads ('' if that failed), as the centred line would move. */
export function Footer({ companyName }: { companyName: string | undefined }) {
  // The year of the visit, not of the build.
  const year = useSyncExternalStore(
    never,
    () => new Date().getFullYear(),
    () => undefined,
  );
  return (
    <footer className="page-footer" data-pending={companyName === undefined || undefined}>
      <p translate="no">{`© ${year ?? ''} ${companyName ?? ''}`}</p>
    </footer>
  );
}
