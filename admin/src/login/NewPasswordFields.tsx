import { loginEnglish as texts } from '../i18n/en/login.js';
import { LoginField, type TypedField } from './LoginField.js';

export interface TypedPassword {
  password: string;
  repeated: string;
}

/** A new password, twice. */
export const NewPasswordFields = ({ field }: { field: (name: keyof TypedPassword) => TypedField }) => (
  <>
    <LoginField {...field('password')} label={texts.reset.new} type="password" autoComplete="new-password" />
    <LoginField
      {...field('repeated')}
      label={texts.reset.repeat}
      type="password"
      autoComplete="new-password"
    />
  </>
);
