/** The state of a field: what is typed, and its message. */
export interface TypedField {
  name: string;
  error: string | undefined;
  value: string;
  onEdit: (value: string) => void;
}

interface LoginFieldProps extends TypedField {
  label: string;
  type?: 'text' | 'password';
  autoComplete: string;
  inputMode?: 'numeric';
}

/** One labelled input with its message. */
export function LoginField({
  name,
  label,
  type = 'text',
  autoComplete,
  inputMode,
  error,
  value,
  onEdit,
}: LoginFieldProps) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        name={name}
        type={type}
        autoComplete={autoComplete}
        inputMode={inputMode}
        autoCapitalize="none"
        spellCheck={false}
        required
        aria-invalid={Boolean(error)}
        aria-describedby={error ? `${name}-error` : undefined}
        value={value}
        onChange={(event) => onEdit(event.target.value)}
      />
      {error && (
        <p className="field-error" id={`${name}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
