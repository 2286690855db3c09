import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** The copyright line; the company's name joins it with the options. */
export function Footer({ companyName }: { companyName: string | undefined }) {
  // The year of the visit; the page may have been built in another one.
  const year = useSyncExternalStore(
    never,
    () => new Date().getFullYear(),
    () => undefined,
  );
  return (
    <footer className="page-footer">
      <p>
        © {year}
        {companyName && ` ${companyName}`}
      </p>
    </footer>
  );
}
