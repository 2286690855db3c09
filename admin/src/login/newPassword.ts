import { passwordRules } from '#domain/auth';
import { loginEnglish as texts } from '../i18n/en/login.js';
import type { TypedPassword } from './NewPasswordFields.js';

/** Returns the messages of a new password that was typed twice. */
export function checkNewPassword({
  password,
  repeated,
}: TypedPassword): Partial<Record<keyof TypedPassword, string>> {
  const fault = passwordRules.newPassword(password, {});
  if (fault) return { password: fault };
  return repeated === password ? {} : { repeated: texts.reset.differs };
}
