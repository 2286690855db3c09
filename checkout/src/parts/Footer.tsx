import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** The copyright line, once the company's name is known ('' where it could not be): centred, it would move as that joins it. */
export function Footer({ companyName }: { companyName: string | undefined }) {
  // The year of the visit; the page may have been built in another one.
  const year = useSyncExternalStore(
    never,
    () => new Date().getFullYear(),
    () => undefined,
  );
  return (
    <footer className="page-footer" data-pending={companyName === undefined || undefined}>
      <p>
        © {year}
        {companyName && ` ${companyName}`}
      </p>
    </footer>
  );
}
