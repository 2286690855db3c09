/** A label and its value; a kept one, such as an amount or a name, stays as it is in a translation of the page. */
export type Row = readonly [term: string, text: string | undefined, kept?: 'kept'];

/** Labels and their values, one per line; a label without a value is left out. */
export function Rows({ rows }: { rows: readonly Row[] }) {
  return (
    <dl>
      {rows.map(
        ([term, text, kept]) =>
          text && (
            <div className="summary-row" key={term}>
              <dt>{term}</dt>
              <dd translate={kept && 'no'}>{text}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
