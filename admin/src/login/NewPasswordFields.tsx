import { LoginField } from './LoginField.js';

export interface TypedPassword {
  password: string;
  repeated: string;
}

interface NewPasswordFieldsProps {
  typed: TypedPassword;
  errors: Partial<Record<keyof TypedPassword, string>>;
  onEdit: (field: keyof TypedPassword) => (value: string) => void;
}

/** A new password, twice. */
export const NewPasswordFields = ({ typed, errors, onEdit }: NewPasswordFieldsProps) => (
  <>
    <LoginField
      name="password"
      label="New Password"
      type="password"
      autoComplete="new-password"
      error={errors.password}
      value={typed.password}
      onEdit={onEdit('password')}
    />
    <LoginField
      name="repeated"
      label="Repeat New Password"
      type="password"
      autoComplete="new-password"
      error={errors.repeated}
      value={typed.repeated}
      onEdit={onEdit('repeated')}
    />
  </>
);
