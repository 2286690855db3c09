/** The name of the field that people neither see nor reach; what is filled in there was filled in by a machine. */
export const trapField = 'website';

/** A field for machines that fill in every form they find. */
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
