/** The name of a field that people neither see nor reach: only bots fill it in. */
export const trapField = 'website';

/** A hidden field that bots fill in. */
export function Honeypot() {
  return (
    <div className="machine-trap" aria-hidden="true">
      <label>
        Website
        <input
          name={trapField}
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore
          data-lpignore="true"
          data-form-type="other"
        />
      </label>
    </div>
  );
}
