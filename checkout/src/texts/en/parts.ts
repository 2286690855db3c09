/** The texts of what both programs show around their pages. */
export const parts = {
  /** Told to screen readers after a switch to this language. */
  switched: 'This page is in English now.',
  optional: ' (optional)',
  tryAgain: 'Try Again',
  loading: 'Loading…',
  cannotLoadOptions: 'Failed to load payment options',
  /** Below a mistyped address; the address is a button that takes it. */
  didYouMean: 'Did you mean {email}?',
};
