import { useEffect, useState } from 'react';
import type { SignInOptions } from '#domain/people';
import { send } from '../../../browser/http.js';

const none: SignInOptions = { forgottenPassword: false };

/** The ways to sign in that the login page offers beside the password; none where the server does not answer. */
export function useSignInOptions(): SignInOptions {
  const [options, setOptions] = useState(none);
  useEffect(() => {
    const left = new AbortController();
    send('/auth/options', { signal: left.signal }).then(
      ({ json }) => setOptions((json ?? none) as SignInOptions),
      // The link is missing then; signing in says what is wrong.
      () => {},
    );
    return () => left.abort();
  }, []);
  return options;
}
