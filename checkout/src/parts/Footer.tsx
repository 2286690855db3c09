/** The copyright line; the company's name joins it with the options. */
export function Footer({ companyName }: { companyName: string | undefined }) {
  return (
    <footer className="page-footer">
      <p>
        © {new Date().getFullYear()}
        {companyName && ` ${companyName}`}
      </p>
    </footer>
  );
}
