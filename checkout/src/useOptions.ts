import { useCallback, useEffect, useState } from 'react';
import type { CheckoutOptions } from '#domain/visitor/checkout';
import { failureOf, fetchOptions } from './api.js';
import { useLanguage } from './texts/language.js';

export type OptionsResult =
  | { status: 'loading' }
  | { status: 'failed'; message: string }
  /** With a failure, these could not be loaded anew: they may be old, or in the language before a switch. */
  | { status: 'ready'; options: CheckoutOptions; failure?: string };

/** The company's name; undefined while it loads, '' if it could not be loaded. */
export const companyNameOf = (result: OptionsResult): string | undefined =>
  result.status === 'ready' ? result.options.companyName : result.status === 'failed' ? '' : undefined;

/** The payment options; `reload` fetches them again and keeps the current ones meanwhile. */
export function useOptions(): { result: OptionsResult; reload: () => void } {
  const [result, setResult] = useState<OptionsResult>({ status: 'loading' });
  const [round, setRound] = useState(0);
  const language = useLanguage();
  useEffect(() => {
    let isCurrent = true;
    fetchOptions().then(
      (options) => isCurrent && setResult({ status: 'ready', options }),
      (error: unknown) =>
        isCurrent &&
        setResult((before) => {
          const { message } = failureOf(error);
          return before.status === 'ready' ? { ...before, failure: message } : { status: 'failed', message };
        }),
    );
    return () => {
      isCurrent = false;
    };
  }, [round, language]);
  const reload = useCallback(() => {
    setResult((before) => (before.status === 'ready' ? before : { status: 'loading' }));
    setRound((before) => before + 1);
  }, []);
  return { result, reload };
}
