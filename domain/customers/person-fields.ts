import { described, matching, type Rule } from '../platform/rules.js';

/** Maximum lengths of a person's fields, in characters; the email's is that of RFC 5321, 4.5.3.1.3. */
export const personLimits = {
  fullName: 120,
  email: 254,
  phone: 40,
  address: 300,
  city: 120,
  postalCode: 20,
  region: 80,
} as const;

// Format characters, such as the zero-width space of a copied text, are invisible: mail to such an address is lost.
const emailPattern = /^[^\s\p{Cf}@<>()[\]\\,;:"]+@[^\s\p{Cf}@<>()[\]\\,;:"]+\.[^\s\p{Cf}@<>()[\]\\,;:"]+$/u;

export const emailFormat = (message: string): Rule =>
  described(matching(emailPattern, message), { format: 'email' });

/** True for text that is an email address, ignoring outer spaces. */
export const isEmail = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= personLimits.email && emailPattern.test(value.trim());
