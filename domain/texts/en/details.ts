/** The messages of an email field, which the visitor's page loads without the others. */
export const emailRules = {
  required: 'Email is required',
  label: 'Email',
  invalidEmail: 'Invalid email format',
  mustBeText: '{label} must be text',
  tooLong: '{label} must be at most {max} characters',
  unusable: '{label} contains characters that cannot be used',
};

/** The messages of the checkout's details form; `labels` name its fields in them. */
export const details = {
  labels: {
    fullName: 'Full name',
    email: emailRules.label,
    phone: 'Phone number',
    address: 'Address',
    city: 'City',
    postalCode: 'Postal/ZIP code',
    transferReference: 'Transfer reference',
  },
  required: {
    fullName: 'Full name is required',
    email: emailRules.required,
    phone: 'Phone number is required',
    address: 'Address is required',
    city: 'City is required',
    postalCode: 'Postal/ZIP code is required',
    interacPostalCode: 'Postal code is required',
    transferDate: 'Expected transfer date is required',
  },
  /** The message of a required field without one of its own. */
  fallback: '{field} is required',
  invalidEmail: emailRules.invalidEmail,
  invalidPhone: 'Invalid phone number',
  /** Behind that message; short enough for the line that is kept free for it on a phone. */
  phoneExample: 'Example: +1 416-555-0134',
  invalidPostalCode: 'Invalid Canadian postal code (format: A1A 1A1)',
  invalidZipCode: 'Invalid US ZIP code (format: 12345 or 12345-6789)',
  transferDate: 'Expected transfer date must be a date (YYYY-MM-DD)',
  transferDatePast: 'Transfer date cannot be in the past',
  beforeSecondPart: 'Choose a day before the second part is due',
  termsNotAccepted: 'Please accept the terms',
  termsChanged: 'The terms have changed. Please read them again.',
  partsChanged: 'The parts have changed. Please review your payment options.',
  mustBeText: emailRules.mustBeText,
  tooLong: emailRules.tooLong,
  unusable: emailRules.unusable,
};
