import { LoginField, type TypedField } from './LoginField.js';

export interface TypedPassword {
  password: string;
  repeated: string;
}

/** A new password, twice. */
export const NewPasswordFields = ({ field }: { field: (name: keyof TypedPassword) => TypedField }) => (
  <>
    <LoginField {...field('password')} label="New Password" type="password" autoComplete="new-password" />
    <LoginField
      {...field('repeated')}
      label="Repeat New Password"
      type="password"
      autoComplete="new-password"
    />
  </>
);
