/** Labels and their values, one per line; a label without a value is left out. */
export function Rows({ rows }: { rows: readonly (readonly [string, string | undefined])[] }) {
  return (
    <dl>
      {rows.map(
        ([term, text]) =>
          text && (
            <div className="summary-row" key={term}>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
